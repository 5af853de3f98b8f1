/**
 * Generators for jqwik and laws to hold against them. Start with {@link dev.zipfs.testkit.generate.ArchiveArbitraries}; a law
 * is a plain method ({@link dev.zipfs.testkit.generate.ReadConsistency}) that any engine of properties can call.
 *
 * <p>Everything here is stateless and thread-safe.
 */
@NullMarked
package dev.zipfs.testkit.generate;

import org.jspecify.annotations.NullMarked;
