/**
 * What decides where decoded bytes live. Start with {@link dev.zipfs.cache.CachePolicy}; {@code CachePolicies}
 * has the ones that come with the library.
 *
 * <p>A policy is called under its cache's lock, so it needs no locking of its own and must neither block nor do I/O.
 */
@NullMarked
package dev.zipfs.cache;

import org.jspecify.annotations.NullMarked;
