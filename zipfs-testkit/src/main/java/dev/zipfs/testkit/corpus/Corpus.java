package dev.zipfs.testkit.corpus;

import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.ExpectedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The catalogue. Each archive is written anew from its recipe, the same bytes every time. Entries are stored, made on Unix with
 * mode 0644 and DOS time 2025-01-01 12:00 unless the recipe says otherwise; most have {@code ok.txt} ("ok", a line feed) last,
 * which must be readable whatever is wrong with the others. Archives of several files are in {@link SplitCorpus}, larger ones in
 * {@link LargeCorpus}, and those that must be refused as a whole in {@link RefusedCorpus}.
 *
 * @since 0.1.0
 */
public enum Corpus {
    /** {@code game/big.bin}: one deflated entry of 64 MiB that compresses poorly. */
    B01_LARGE_DEFLATED(ReadingCases::b01, ReadingCases::b01Tree),
    /** {@code movie.bin}: one stored entry of 64 MiB. */
    B02_LARGE_STORED(ReadingCases::b02, ReadingCases::b02Tree),
    /** {@code a/b/c.txt}, {@code a/d/e/f.txt}: no folder has an entry of its own. */
    B03_NO_DIRECTORIES(NameCases::b03, NameCases::b03Tree),
    /**
     * Unix modes without a file type, as Python's {@code writestr} makes them: {@code py.txt} 0600, {@code zero.txt} no attributes
     * at all, {@code d/} 0755, {@code d/in.txt} 0644.
     */
    B04_NO_FILE_TYPE(AttributeCases::b04, AttributeCases::b04Tree),
    /**
     * Names in CP437 without the UTF-8 flag: {@code 84 94 81 .txt}, {@code caf 82 .txt}; and one with a control character,
     * {@code a 01 b.txt}.
     */
    B05_CP437(NameCases::b05, NameCases::b05Tree),
    /**
     * Empty and dot components: {@code ./}, {@code ./x/one.txt}, {@code x/./two.txt}, {@code x//three.txt}, {@code /}.
     */
    B06_DOTS(NameCases::b06, NameCases::b06Tree),
    /**
     * Names that leave the archive: {@code ../../up.txt}, {@code /abs.txt}, {@code a/../../b.txt}, and made on FAT
     * {@code C:\win.txt}, {@code ..\back.txt}.
     */
    B07_CLIMBING(NameCases::b07, NameCases::b07Tree),
    /**
     * {@code funding.yml} and {@code FUNDING.yml}; {@code dup.txt} twice, "first" and "second"; a file {@code n} and
     * {@code n/x.txt}; {@code Dir/a} and {@code dir/b}.
     */
    B10_TWINS(NameCases::b10, NameCases::b10Tree),
    /**
     * Data descriptors, the local headers hold zeros: {@code d1.txt} deflated, signed; {@code d2.txt} deflated, unsigned;
     * {@code s.txt} stored, signed, with the signature inside its data.
     */
    B12_DESCRIPTORS(ReadingCases::b12, ReadingCases::b12Tree),
    /**
     * Empty files with times: {@code gap.txt} DOS 2024-03-31 02:30, {@code summer.txt} DOS 2024-07-01 12:00, {@code winter.txt}
     * DOS 2024-01-01 12:00, {@code ut.txt} field 0x5455 with 1720000001, {@code pre1970.txt} field 0x5455 with -86400,
     * {@code zerodate.txt} DOS date and time 0.
     */
    B14_TIMES(AttributeCases::b14, AttributeCases::b14Tree),
    /**
     * Symbolic links: {@code rel} and (deflated) {@code defl} to {@code t.txt}, {@code abs} to {@code /etc/hostname}, {@code up} to
     * {@code ../../../etc/hostname}, {@code dang} to nothing, {@code l1} and {@code l2} to each other, {@code empty} without target.
     */
    B15_LINKS(AttributeCases::b15, AttributeCases::b15Tree),
    /**
     * Names Windows cannot hold; each file holds its name: {@code CON}, {@code aux.txt}, {@code a:b.txt}, {@code dot.},
     * {@code space }, {@code q?.txt}, {@code star*.txt}, {@code lt<gt>.txt}, {@code pipe|.txt}, {@code quo"te.txt},
     * {@code COM1.tar.gz}, {@code nul/in.txt}; and {@code nu 00 l.txt}, which nobody can hold.
     */
    B16_ILLEGAL_ON_WINDOWS(NameCases::b16, NameCases::b16Tree),
    /** A component of 304 characters, and a file below 200 folders. */
    B17_LONG_NAMES(NameCases::b17, NameCases::b17Tree),
    /** {@code café.txt} composed (NFC) and decomposed (NFD), and {@code über/x.txt} decomposed only. */
    B18_NORMAL_FORMS(NameCases::b18, NameCases::b18Tree),
    /**
     * {@code locked.txt} with mode 000, a folder {@code nox/} with mode 0644, {@code nox/in.txt}, {@code suid} with mode 4755.
     */
    B19_MODES(AttributeCases::b19, AttributeCases::b19Tree),
    /**
     * {@code short.bin}: 4,000 bytes whose stream ends after 3,000; {@code crc.bin}: a wrong CRC; {@code past.bin}: stored, said to
     * be 1 MiB long, past the end of the file.
     */
    B20_DAMAGED(ReadingCases::b20, ReadingCases::b20Tree),
    /** {@code secret.txt} under ZipCrypto with the password "pw". The tree is the one without a password. */
    B21_ENCRYPTED(ReadingCases::b21, ReadingCases::b21Tree),
    /** ZIP64 fields that claim {@code huge.bin} to have 2^63 + 5 bytes and {@code big.bin} 2^62; both have three. */
    B22_ABSURD_SIZES(ReadingCases::b22, ReadingCases::b22Tree),
    /**
     * {@code s.bin} stored, 8 MiB whose every eight bytes hold their own offset; {@code d.bin} deflated, the same from last byte to
     * first; {@code run.sh} with mode 0755.
     */
    B23_OFFSETS(ReadingCases::b23, ReadingCases::b23Tree),
    /**
     * One text by every method but stored, deflated and Zstandard: {@code deflate64.txt}, {@code bzip2.txt} and, of two
     * streams, {@code bzip2-streams.txt}, {@code lzma.txt} with an end mark, {@code xz.txt} of three blocks, {@code ppmd.txt}; and its first 2,000 bytes as
     * {@code shrunk.txt}, {@code reduced.txt} and {@code imploded.txt}.
     */
    B24_METHODS(MethodCases::b24, MethodCases::b24Tree),
    /**
     * The same text in two Zstandard frames, by the method's number and by its old one: {@code zstd.txt}, {@code zstd-old.txt}.
     * Reading them takes {@code com.github.luben:zstd-jni}.
     */
    B25_ZSTANDARD(MethodCases::b25, MethodCases::b25Tree),
    /** A self-extractor: 1,320 bytes of program in front, which the offsets count. */
    O01_STUB_COUNTED(OddityCases::adjustedStub, OddityCases::plainTree),
    /** The same program put in front of a finished archive, so that all offsets are too small by it. */
    O02_STUB_UNCOUNTED(OddityCases::unadjustedStub, OddityCases::plainTree),
    /** 4 KiB with the magic "APK Sig Block 42" between the last entry and the central directory. */
    O03_SIGNING_BLOCK(OddityCases::signingBlock, OddityCases::plainTree),
    /** 3,000 zero bytes behind the end record. */
    O04_TRAILING_DATA(OddityCases::trailingData, OddityCases::plainTree),
    /** A comment that holds the signature of an end record and a whole empty archive. */
    O05_SIGNATURES_IN_COMMENT(OddityCases::signaturesInComment, OddityCases::plainTree),
    /** ZIP64 fields where none are needed: each value alone, all, none, both headers; and a ZIP64 end record with full fields. */
    O06_ZIP64(OddityCases::zip64, OddityCases::zip64Tree),
    /** Each kind of data descriptor, signed or not, of 32 or 64 bits, behind stored, deflated and empty data. */
    O07_DESCRIPTORS(OddityCases::descriptors, OddityCases::descriptorsTree),
    /** ZipCrypto and each form of WinZip AES with the password "pw". The tree is the one without a password. */
    O08_ENCRYPTIONS(OddityCases::encryptions, OddityCases::encryptionsTree),
    /** Names in Shift-JIS without a mark; one has a backslash within a character. */
    O10_SHIFT_JIS(
            () -> OddityCases.named(OddityCases.JAPANESE, "windows-31j", 0),
            rules -> OddityCases.namedTree(OddityCases.JAPANESE)),
    /** Names in GBK without a mark; one of them is UTF-8 by chance. */
    O11_GBK(
            () -> OddityCases.named(OddityCases.CHINESE, "GBK", 0),
            rules -> OddityCases.namedTree(OddityCases.CHINESE)),
    /** Names in code page 949 without a mark. */
    O12_KOREAN(
            () -> OddityCases.named(OddityCases.KOREAN, "x-windows-949", 0),
            rules -> OddityCases.namedTree(OddityCases.KOREAN)),
    /** Names in Windows-1252 without a mark, made on Unix. */
    O13_WINDOWS_1252(
            () -> OddityCases.named(OddityCases.WESTERN, "windows-1252", 3),
            rules -> OddityCases.namedTree(OddityCases.WESTERN)),
    /** Names in code page 866 without a mark. */
    O14_CP866(
            () -> OddityCases.named(OddityCases.RUSSIAN, "IBM866", 0),
            rules -> OddityCases.namedTree(OddityCases.RUSSIAN)),
    /** Names in CP437 that pairs of other encodings could be made of: line drawing and an umlaut. */
    O15_CP437_DRAWING(
            () -> OddityCases.named(OddityCases.DRAWN, "IBM437", 0), rules -> OddityCases.namedTree(OddityCases.DRAWN)),
    /** Reduced by each factor, methods 2 to 5, as the encoder of this testkit makes it: {@code reduced1.txt} to {@code reduced4.txt}. */
    O16_REDUCED(MethodCases::reduced, MethodCases::reducedTree),
    /**
     * Repetitions by the encoders of this testkit: {@code shrunk.txt}, {@code imploded.txt} by three trees, {@code imploded2.txt}
     * by two, {@code deflate64.txt}, and {@code run.bin} with matches of the greatest length there is.
     */
    O17_REPETITIONS(MethodCases::repeating, MethodCases::repeatingTree),
    /** Methods that no drive shows: 7, 10, 16, 18, 19, 94, 96, 97 and one that does not exist, each as {@code method7.bin} and so on. */
    O18_UNSUPPORTED_METHODS(MethodCases::unsupported, MethodCases::unsupportedTree),
    /** {@code strong.txt} with the marks, field and header of PKWARE's strong encryption (APPNOTE 6.3.10 §7) around made-up data. */
    O19_STRONG_ENCRYPTION(OddityCases::strongEncryption, OddityCases::strongEncryptionTree);

    private final Supplier<ArchiveModel> model;
    private final Function<NameRules, ExpectedTree> tree;

    Corpus(Supplier<ArchiveModel> model, Function<NameRules, ExpectedTree> tree) {
        this.model = model;
        this.tree = tree;
    }

    /**
     * The archive.
     *
     * @return a fresh model
     */
    public ArchiveModel model() {
        return model.get();
    }

    /**
     * Writes the archive.
     *
     * @param file made, or replaced
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        model().write(file);
    }

    /**
     * What a drive must show of it. Where Windows rules hold and a link cannot be followed, it is a file that holds its text;
     * folders that are case twins are one. This is without a password and with the default options.
     *
     * @param rules the drive's names
     * @return every folder, file and link
     */
    public ExpectedTree expected(NameRules rules) {
        return tree.apply(rules);
    }

    /**
     * Whether it takes a noticeable time to write and read.
     *
     * @return {@code true} for archives of 64 MiB
     */
    public boolean large() {
        return this == B01_LARGE_DEFLATED || this == B02_LARGE_STORED;
    }
}
