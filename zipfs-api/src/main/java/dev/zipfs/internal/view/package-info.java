/**
 * Turns an index into the tree a drive shows: folders made, names legal, twins settled. Start with
 * {@code TreeBuilder}.
 */
@NullMarked
package dev.zipfs.internal.view;

import org.jspecify.annotations.NullMarked;
