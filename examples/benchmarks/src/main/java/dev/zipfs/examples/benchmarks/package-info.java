/** Benchmarks, one class per question. Start with the README beside the module's POM. */
@org.jspecify.annotations.NullMarked
package dev.zipfs.examples.benchmarks;
