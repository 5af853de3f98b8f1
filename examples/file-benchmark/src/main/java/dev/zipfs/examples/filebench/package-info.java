/**
 * Measures how fast a file can be read: start to end, here and there, by many at once, and how soon the first byte comes.
 *
 * <p>Start with {@link dev.zipfs.examples.filebench.Benchmark}, which does the measuring on whatever is a
 * {@link dev.zipfs.examples.filebench.Subject}, so that other programs can hold other things against a file.
 * {@link dev.zipfs.examples.filebench.Main} is the command line. One thread drives a benchmark; results are immutable.
 */
package dev.zipfs.examples.filebench;
