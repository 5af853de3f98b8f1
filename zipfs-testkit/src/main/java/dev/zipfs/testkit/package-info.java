/**
 * Contracts, generators, fakes and assertions for who extends zipfs.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
package dev.zipfs.testkit;
