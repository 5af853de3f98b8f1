package dev.zipfs.testkit.model;

/**
 * The record after an entry's data that repeats its CRC and sizes (APPNOTE 6.3.10 §4.3.9). With one, the local header holds
 * zeros instead and bit 3 of the flags is set.
 *
 * @since 0.1.0
 */
public enum Descriptor {
    /** No descriptor: the local header holds the values. */
    NONE(false, false),
    /** With signature, sizes of 32 bits. */
    SIGNED(true, false),
    /** Without signature, sizes of 32 bits. */
    UNSIGNED(false, false),
    /** With signature, sizes of 64 bits. */
    SIGNED_64(true, true),
    /** Without signature, sizes of 64 bits. */
    UNSIGNED_64(false, true);

    final boolean signature;
    final boolean wide;

    Descriptor(boolean signature, boolean wide) {
        this.signature = signature;
        this.wide = wide;
    }
}
