/**
 * How a view is served through FUSE 2. Start with {@link dev.zipfs.winfsp.internal.FuseOperations}, which answers requests and
 * knows no native type; {@link dev.zipfs.winfsp.internal.FuseAdapter} is the edge that binds it to native memory and callbacks
 * by way of jnr-ffi. Callbacks arrive on several threads at once.
 */
@NullMarked
package dev.zipfs.winfsp.internal;

import org.jspecify.annotations.NullMarked;
