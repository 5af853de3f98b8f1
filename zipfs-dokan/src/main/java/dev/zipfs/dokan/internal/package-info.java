/**
 * How drives are mounted through Dokan. Start with {@link dev.zipfs.dokan.internal.DokanDriver}, which mounts;
 * {@code DokanVolume} answers requests in plain Java, {@code DokanAdapter} binds it to native callbacks, {@code DokanMount} is a
 * mount's life. Volumes and adapters are called by many of the driver's threads at once.
 */
@NullMarked
package dev.zipfs.dokan.internal;

import org.jspecify.annotations.NullMarked;
