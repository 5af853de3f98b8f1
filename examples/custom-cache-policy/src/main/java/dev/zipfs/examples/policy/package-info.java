/** A cache policy of one's own. Start with {@link dev.zipfs.examples.policy.LauncherPolicy}. */
@NullMarked
package dev.zipfs.examples.policy;

import org.jspecify.annotations.NullMarked;
