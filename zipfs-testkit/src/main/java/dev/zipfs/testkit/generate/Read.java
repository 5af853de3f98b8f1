package dev.zipfs.testkit.generate;

/**
 * One read.
 *
 * @param position where it begins, 0 or more, possibly past the end
 * @param length how many bytes are asked for, 0 or more
 * @param direct whether the buffer lies outside the Java heap
 * @since 0.1.0
 */
public record Read(long position, int length, boolean direct) {}
