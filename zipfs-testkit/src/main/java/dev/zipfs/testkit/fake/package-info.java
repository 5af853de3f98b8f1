/**
 * Stand-ins for what a test does not want for real: a driver ({@link dev.zipfs.testkit.fake.FakeBackend}), an archive's tree
 * ({@link dev.zipfs.testkit.fake.MemoryView}) and storage that fails ({@link dev.zipfs.testkit.fake.FaultySource}). Start with
 * the first. Strict by default: misuse that a real driver would forgive or die of is an error here.
 *
 * <p>All types are thread-safe; none of them sleeps.
 */
@NullMarked
package dev.zipfs.testkit.fake;

import org.jspecify.annotations.NullMarked;
