/**
 * What an implementation of each extension point must hold, as JUnit classes: a test of one's own extends one and supplies one
 * factory method. Start with {@link dev.zipfs.testkit.contract.CachePolicyContract}; {@code DriveBackendContract} is the largest.
 *
 * <p>The engines of JUnit run each test on one thread; tests that need more start and end them. Seeds are fixed.
 */
@NullMarked
package dev.zipfs.testkit.contract;

import org.jspecify.annotations.NullMarked;
