/** A format of one's own: PAK archives, found as a service and shown as a drive. */
@NullMarked
package dev.zipfs.examples.format;

import org.jspecify.annotations.NullMarked;
