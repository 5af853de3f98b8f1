package dev.zipfs.testkit.corpus;

import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.Encryption.AesVersion;
import dev.zipfs.testkit.model.Encryption.KeyLength;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.ExtraField;
import dev.zipfs.testkit.model.Prefix;
import dev.zipfs.testkit.model.Zip64;
import dev.zipfs.testkit.model.Zip64Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Recipes about what is around the entries and how records are written: all of it sound, none of it usual. */
final class OddityCases {
    private static final byte[] STUB =
            "MZ this program cannot be run in DOS mode\r\n".repeat(30).getBytes(StandardCharsets.US_ASCII);
    private static final String TEXT = "some text to be packed\n".repeat(40);

    static final List<String> JAPANESE = List.of("新しいフォルダ/表.txt", "はじめに.txt", "能力値.csv");
    static final List<String> CHINESE = List.of("新建文件夹/使用说明.txt", "图片.jpg", "中文.txt");
    static final List<String> KOREAN = List.of("새 폴더/읽어주세요.txt", "사진.jpg", "한글.txt");
    static final List<String> WESTERN = List.of("Übersicht.doc", "Straße/für Jürgen.txt", "déjà vu.mp3");
    static final List<String> RUSSIAN = List.of("Новая папка/Документ.txt", "Фото.jpg", "Прочти меня.txt");
    static final List<String> DRAWN = List.of("░▒▓█ READ ME █▓▒░.NFO", "════.TXT", "Müller.txt");

    private OddityCases() {}

    private static ArchiveModel.Builder plain() {
        return ArchiveModel.builder()
                .add(
                        EntryModel.file("stored.txt", TEXT).build(),
                        EntryModel.file("d/deflated.txt", TEXT).deflated().build(),
                        Cases.ok().build());
    }

    static ExpectedTree plainTree(NameRules rules) {
        return Cases.okTree()
                .file("stored.txt", TEXT)
                .file("d/deflated.txt", TEXT)
                .build();
    }

    static ArchiveModel adjustedStub() {
        return plain().prefix(Prefix.counted(STUB)).build();
    }

    static ArchiveModel unadjustedStub() {
        return plain().prefix(Prefix.uncounted(STUB)).build();
    }

    /** As Android's tools put it there: length, pairs of id and value, length, magic. */
    static ArchiveModel signingBlock() {
        byte[] block = new byte[4096];
        byte[] magic = "APK Sig Block 42".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(magic, 0, block, block.length - magic.length, magic.length);
        long counted = block.length - 8L;
        for (int i = 0; i < 8; i++) {
            block[i] = (byte) (counted >>> 8 * i);
            block[block.length - 24 + i] = (byte) (counted >>> 8 * i);
        }
        return plain().end(ArchiveEnd.builder().gap(block).build()).build();
    }

    static ArchiveModel trailingData() {
        return plain().end(ArchiveEnd.builder().trailing(new byte[3000]).build())
                .build();
    }

    static ArchiveModel signaturesInComment() {
        byte[] empty = ArchiveModel.builder().build().toBytes();
        byte[] comment = new byte[empty.length + 200];
        System.arraycopy(empty, 0, comment, 90, empty.length);
        comment[0] = 'P';
        comment[1] = 'K';
        comment[2] = 5;
        comment[3] = 6;
        return plain().end(ArchiveEnd.builder().comment(comment).build()).build();
    }

    static ArchiveModel zip64() {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (Zip64Field field : Zip64Field.values()) {
            archive.add(EntryModel.file(field.name().toLowerCase(Locale.ROOT) + ".txt", TEXT)
                    .deflated()
                    .zip64Fields(field)
                    .build());
        }
        return archive.add(
                        EntryModel.file("all.txt", TEXT)
                                .zip64Fields(Zip64Field.values())
                                .build(),
                        EntryModel.file("none.txt", TEXT).zip64Fields().build(),
                        EntryModel.file("forced.txt", TEXT).zip64(Zip64.FORCED).build())
                .end(ArchiveEnd.builder().zip64(Zip64.FORCED).build())
                .build();
    }

    static ExpectedTree zip64Tree(NameRules rules) {
        return ExpectedTree.of(zip64());
    }

    static ArchiveModel descriptors() {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (Descriptor descriptor : Descriptor.values()) {
            String name = descriptor.name().toLowerCase(Locale.ROOT);
            archive.add(
                    EntryModel.file(name + ".stored", "PK\7\b in the data")
                            .descriptor(descriptor)
                            .build(),
                    EntryModel.file(name + ".deflated", TEXT)
                            .deflated()
                            .descriptor(descriptor)
                            .build(),
                    EntryModel.file(name + ".empty", "").descriptor(descriptor).build());
        }
        return archive.build();
    }

    static ExpectedTree descriptorsTree(NameRules rules) {
        return ExpectedTree.of(descriptors());
    }

    static ArchiveModel encryptions() {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        archive.add(
                EntryModel.file("zipcrypto.stored", TEXT)
                        .encrypted(Encryption.zipCrypto("pw"))
                        .build(),
                EntryModel.file("zipcrypto.deflated", TEXT)
                        .deflated()
                        .descriptor(Descriptor.SIGNED)
                        .encrypted(Encryption.zipCrypto("pw"))
                        .build());
        for (KeyLength length : KeyLength.values()) {
            for (AesVersion version : AesVersion.values()) {
                archive.add(EntryModel.file(name(length, version), TEXT)
                        .deflated()
                        .encrypted(Encryption.aes("pw", length, version))
                        .build());
            }
        }
        return archive.add(Cases.ok().build()).build();
    }

    /**
     * An initialization vector, and a header for the key of AES-256 from a password (APPNOTE 6.3.10 §7.2.4), whose contents are
     * made up: nobody can read it, nor has to.
     */
    static ArchiveModel strongEncryption() {
        byte[] made = new byte[160];
        for (int i = 0; i < made.length; i++) {
            made[i] = (byte) (i * 37 + 11);
        }
        int version = 3;
        int aes256 = 0x6610;
        int bits = 256;
        int byPassword = 1;
        byte[] data = ByteBuffer.allocate(2 + 16 + 4 + 10 + made.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 16)
                .put(made, 0, 16)
                .putInt(10 + made.length - 48)
                .putShort((short) version)
                .putShort((short) aes256)
                .putShort((short) bits)
                .putShort((short) byPassword)
                .putShort((short) 48)
                .put(made)
                .array();
        byte[] field = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 2)
                .putShort((short) aes256)
                .putShort((short) bits)
                .putShort((short) byPassword)
                .array();
        return Cases.archive(
                EntryModel.file("strong.txt", TEXT)
                        .raw(8, data)
                        .flags(0x41)
                        .versionNeeded(51)
                        .extra(ExtraField.of(0x0017, field)),
                Cases.ok());
    }

    static ExpectedTree strongEncryptionTree(NameRules rules) {
        return Cases.okTree()
                .failing("strong.txt", TEXT.length(), ErrorKind.UNSUPPORTED)
                .build();
    }

    private static String name(KeyLength length, AesVersion version) {
        return (length + "." + version).toLowerCase(Locale.ROOT);
    }

    static ExpectedTree encryptionsTree(NameRules rules) {
        long size = TEXT.length();
        ExpectedTree.Builder tree = Cases.okTree()
                .failing("zipcrypto.stored", size, ErrorKind.PASSWORD)
                .failing("zipcrypto.deflated", size, ErrorKind.PASSWORD);
        for (KeyLength length : KeyLength.values()) {
            for (AesVersion version : AesVersion.values()) {
                tree.failing(name(length, version), size, ErrorKind.PASSWORD);
            }
        }
        return tree.build();
    }

    /** Made on DOS or Windows, as nearly all archives without marked names are; on Unix for the desktop's code page. */
    static ArchiveModel named(List<String> names, String charset, int host) {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (String name : names) {
            archive.add(EntryModel.file(name.getBytes(Charset.forName(charset)), Content.text(name))
                    .madeBy(host, 20)
                    .build());
        }
        return archive.add(Cases.ok().build()).build();
    }

    static ExpectedTree namedTree(List<String> names) {
        ExpectedTree.Builder tree = Cases.okTree();
        names.forEach(name -> tree.file(name, name));
        return tree.build();
    }
}
