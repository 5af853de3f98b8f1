package dev.zipfs.testkit.corpus;

import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.ExtraField;
import dev.zipfs.testkit.model.HeaderLies;
import dev.zipfs.testkit.model.Zip64;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Recipes about content: large, damaged, encrypted, with descriptors. */
final class ReadingCases {
    private static final Content LARGE = Content.noise(64 << 20, 1);
    private static final Content OFFSETS = Content.offsets(8 << 20);
    private static final Content NOISE = Content.noise(4000, 1);
    private static final String SIGNED = "deflate sig\n".repeat(50);
    private static final String UNSIGNED = "deflate nosig\n".repeat(50);
    private static final String STORED = "stored PK\7\b sig inside\n";
    private static final String SCRIPT = "#!/bin/sh\necho ran\n";

    private ReadingCases() {}

    static ArchiveModel b01() {
        return Cases.archive(EntryModel.file("game/big.bin", LARGE).deflated(), Cases.ok());
    }

    static ExpectedTree b01Tree(NameRules rules) {
        return Cases.okTree().file("game/big.bin", LARGE).build();
    }

    static ArchiveModel b02() {
        return Cases.archive(EntryModel.file("movie.bin", LARGE));
    }

    static ExpectedTree b02Tree(NameRules rules) {
        return ExpectedTree.builder().file("movie.bin", LARGE).build();
    }

    static ArchiveModel b12() {
        return Cases.archive(
                EntryModel.file("d1.txt", SIGNED).deflated().descriptor(Descriptor.SIGNED),
                EntryModel.file("d2.txt", UNSIGNED).deflated().descriptor(Descriptor.UNSIGNED),
                EntryModel.file("s.txt", STORED).descriptor(Descriptor.SIGNED),
                Cases.ok());
    }

    static ExpectedTree b12Tree(NameRules rules) {
        return Cases.okTree()
                .file("d1.txt", SIGNED)
                .file("d2.txt", UNSIGNED)
                .file("s.txt", STORED)
                .build();
    }

    static ArchiveModel b20() {
        return Cases.archive(
                EntryModel.file("short.bin", NOISE).raw(8, deflated(NOISE.slice(0, 3000))),
                EntryModel.file("crc.bin", NOISE)
                        .deflated()
                        .lies(HeaderLies.none().crc(0x12345678)),
                EntryModel.file("past.bin", "x".repeat(10))
                        .lies(HeaderLies.none().size(1 << 20).compressedSize(1 << 20)),
                Cases.ok());
    }

    static ExpectedTree b20Tree(NameRules rules) {
        return Cases.okTree()
                .failing("short.bin", 4000, ErrorKind.DAMAGED)
                .failing("crc.bin", 4000, ErrorKind.DAMAGED)
                .failing("past.bin", 1 << 20, ErrorKind.DAMAGED)
                .build();
    }

    static ArchiveModel b21() {
        return Cases.archive(
                EntryModel.file("secret.txt", "top secret\n").encrypted(Encryption.zipCrypto("pw")), Cases.ok());
    }

    static ExpectedTree b21Tree(NameRules rules) {
        return Cases.okTree().failing("secret.txt", 11, ErrorKind.PASSWORD).build();
    }

    static ArchiveModel b22() {
        HeaderLies lies = HeaderLies.none().size(0xFFFF_FFFFL);
        return Cases.archive(
                EntryModel.file("huge.bin", "abc")
                        .zip64(Zip64.NEVER)
                        .lies(lies)
                        .centralExtra(ExtraField.zip64(Long.MIN_VALUE + 5)),
                EntryModel.file("big.bin", "abc")
                        .zip64(Zip64.NEVER)
                        .lies(lies)
                        .centralExtra(ExtraField.zip64(1L << 62)),
                Cases.ok());
    }

    static ExpectedTree b22Tree(NameRules rules) {
        return Cases.okTree()
                .failing("huge.bin", Long.MAX_VALUE, ErrorKind.DAMAGED)
                .failing("big.bin", 1L << 62, ErrorKind.DAMAGED)
                .build();
    }

    static ArchiveModel b23() {
        return Cases.archive(
                EntryModel.file("s.bin", OFFSETS),
                EntryModel.file("d.bin", OFFSETS.reversed()).deflated(),
                EntryModel.file("run.sh", SCRIPT).deflated().unixMode(0100755));
    }

    static ExpectedTree b23Tree(NameRules rules) {
        return ExpectedTree.builder()
                .file("s.bin", OFFSETS)
                .file("d.bin", OFFSETS.reversed())
                .file("run.sh", SCRIPT)
                .build();
    }

    private static byte[] deflated(byte[] plain) {
        Deflater deflater = new Deflater(6, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            byte[] out = new byte[plain.length + 64];
            return Arrays.copyOf(out, deflater.deflate(out));
        } finally {
            deflater.end();
        }
    }
}
