package dev.zipfs.testkit.codec;

import java.io.IOException;

/** A codec made of a function; the name is for people. */
record NamedCodec(String name, int method, int flags, Packing packing) implements Codec {
    /** What packs. */
    @FunctionalInterface
    interface Packing {
        byte[] pack(byte[] plain) throws IOException;
    }

    @Override
    public byte[] pack(byte[] plain) throws IOException {
        return packing.pack(plain);
    }

    @Override
    public String toString() {
        return name;
    }
}
