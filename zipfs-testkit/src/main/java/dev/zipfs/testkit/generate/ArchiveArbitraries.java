package dev.zipfs.testkit.generate;

import dev.zipfs.testkit.codec.Codec;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import dev.zipfs.testkit.model.HeaderLies;
import dev.zipfs.testkit.model.Prefix;
import dev.zipfs.testkit.model.Zip64;
import dev.zipfs.testkit.model.Zip64Field;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Whole archives.
 *
 * @since 0.1.0
 */
public final class ArchiveArbitraries {
    private static final Arbitrary<Long> ODD_VALUES = Arbitraries.oneOf(
            Arbitraries.of(
                    0L,
                    1L,
                    0x7FFF_FFFFL,
                    0x8000_0000L,
                    0xFFFF_FFFEL,
                    0xFFFF_FFFFL,
                    1L << 32,
                    1L << 62,
                    Long.MAX_VALUE,
                    -1L),
            Arbitraries.longs().between(0, 5000),
            Arbitraries.longs());

    private ArchiveArbitraries() {}

    /**
     * Sound archives whose names are unique and legal everywhere, stored or deflated, with whatever sound structures there are:
     * descriptors, ZIP64 where it is not needed, extra fields, prefix and comments.
     *
     * @param largest the largest content in bytes
     * @return archives of 0 to 8 entries; {@link dev.zipfs.testkit.model.ExpectedTree#of} says what they show
     */
    public static Arbitrary<ArchiveModel> sane(int largest) {
        Arbitrary<List<EntryModel>> entries =
                saneEntry(largest).list().ofMaxSize(8).map(ArchiveArbitraries::uniquelyNamed);
        return Combinators.combine(entries, saneEnd(), sanePrefix())
                .as((list, end, prefix) -> ArchiveModel.builder()
                        .prefix(prefix)
                        .addAll(list)
                        .end(end)
                        .build());
    }

    /**
     * Sound archives of hundreds of entries as {@link #sane} makes them; a third of them is encrypted in one way or another, and
     * they use flags and ZIP64 fields that nothing asks for.
     *
     * @param largest the largest content in bytes
     * @param password the password of all that are encrypted
     * @param codecs by which two thirds are packed, for example {@link dev.zipfs.testkit.codec.Codecs#all}; without any they are
     *     stored or deflated
     * @return archives of some 200 to 400 entries
     */
    public static Arbitrary<ArchiveModel> many(int largest, String password, Codec... codecs) {
        Arbitrary<Optional<Encryption>> encryption = encryptions(password).optional(0.33);
        Arbitrary<Optional<Codec>> packing = packing(codecs);
        Arbitrary<Integer> flags = Arbitraries.of(0, 0, 0, 2, 4, 6, 0x800);
        Arbitrary<Optional<Set<Zip64Field>>> wide =
                Arbitraries.of(Zip64Field.class).set().optional(0.15);
        Arbitrary<Tuple.Tuple2<String, EntryBuilder>> entry = Combinators.combine(
                        saneEntry(largest), encryption, packing, flags, wide)
                .as((named, key, codec, bits, fields) -> {
                    EntryBuilder builder = named.get2();
                    // Bits 1 and 2 mean something else for every method that has a codec.
                    builder.flags(codec.isPresent() ? bits & 0x800 : bits);
                    codec.ifPresent(builder::packed);
                    key.ifPresent(builder::encrypted);
                    fields.ifPresent(chosen -> builder.zip64Fields(chosen.toArray(Zip64Field[]::new)));
                    return named;
                });
        return Combinators.combine(entry.list().ofMinSize(250).ofMaxSize(450), saneEnd(), sanePrefix())
                .as((list, end, prefix) -> ArchiveModel.builder()
                        .prefix(prefix)
                        .addAll(uniquelyNamed(list))
                        .end(end)
                        .build());
    }

    private static Arbitrary<Optional<Codec>> packing(Codec... codecs) {
        return codecs.length == 0
                ? Arbitraries.just(Optional.empty())
                : Arbitraries.of(codecs).optional(0.67);
    }

    /** Builders are named when it is known which other names there are. */
    private static Arbitrary<Tuple.Tuple2<String, EntryBuilder>> saneEntry(int largest) {
        Arbitrary<Content> contents = ContentArbitraries.contents(largest);
        Arbitrary<Integer> levels = Arbitraries.integers().between(-1, 9);
        Arbitrary<Zip64> zip64 = Arbitraries.of(Zip64.AUTO, Zip64.AUTO, Zip64.FORCED);
        Arbitrary<Integer> modes = Arbitraries.of(0100644, 0100755, 0100400, 0644, 0);
        Arbitrary<LocalDateTime> times = Arbitraries.longs()
                .between(0, 1_000_000_000)
                .map(seconds -> LocalDateTime.of(1980, 1, 1, 0, 0).plusSeconds(seconds));
        Arbitrary<List<ExtraField>> extras = extras().list().ofMaxSize(3);
        return Combinators.combine(
                        NameArbitraries.paths(),
                        contents,
                        levels,
                        Arbitraries.of(Descriptor.class),
                        zip64,
                        modes,
                        times,
                        extras)
                .as((path, content, level, descriptor, wide, mode, time, fields) -> {
                    EntryBuilder entry = EntryModel.file(path, content)
                            .descriptor(descriptor)
                            .zip64(wide)
                            .unixMode(mode)
                            .dos(time);
                    fields.forEach(entry::extra);
                    return Tuple.of(path, level < 0 ? entry : entry.deflated(level));
                });
    }

    private static Arbitrary<ExtraField> extras() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 2_000_000_000).map(ExtraField::extendedTimestamp),
                Arbitraries.integers().between(0, 2_000_000_000).map(ExtraField::infoZipUnix),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(20).map(data -> ExtraField.of(0xCAFE, data)));
    }

    /** Leaves out whose path is taken, or is a folder of another, or lies below another, whatever the case. */
    private static List<EntryModel> uniquelyNamed(List<Tuple.Tuple2<String, EntryBuilder>> named) {
        List<String> taken = new ArrayList<>();
        List<EntryModel> entries = new ArrayList<>();
        for (Tuple.Tuple2<String, EntryBuilder> candidate : named) {
            String path = candidate.get1();
            boolean clash = taken.stream()
                    .anyMatch(other ->
                            other.equals(path) || other.startsWith(path + "/") || path.startsWith(other + "/"));
            if (!clash) {
                taken.add(path);
                entries.add(candidate.get2().build());
            }
        }
        return entries;
    }

    private static Arbitrary<ArchiveEnd> saneEnd() {
        Arbitrary<String> comments = Arbitraries.oneOf(
                Arbitraries.just(""),
                Arbitraries.strings().ascii().ofMaxLength(50),
                Arbitraries.of("PK\5\6", "x".repeat(65_535)));
        return Combinators.combine(comments, Arbitraries.of(Zip64.AUTO, Zip64.AUTO, Zip64.FORCED))
                .as((comment, zip64) ->
                        ArchiveEnd.builder().comment(comment).zip64(zip64).build());
    }

    private static Arbitrary<Prefix> sanePrefix() {
        Arbitrary<byte[]> bytes =
                Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(300);
        return Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(Prefix.none())),
                Tuple.of(1, bytes.map(Prefix::counted)),
                Tuple.of(1, bytes.map(Prefix::uncounted)));
    }

    /**
     * Archives about which nothing is certain: nasty names, duplicates, links, methods without data that fits, lies in every
     * record.
     *
     * @param largest the largest content in bytes
     * @param codecs by which some entries are packed, so that what fits is among what does not
     * @return archives of 0 to 10 entries
     */
    public static Arbitrary<ArchiveModel> wild(int largest, Codec... codecs) {
        Arbitrary<EntryModel> entry = Combinators.combine(
                        wildEntry(largest), packing(codecs), encryptions("pw").optional(0.1))
                .as((builder, codec, encryption) -> {
                    codec.ifPresent(builder::packed);
                    encryption.ifPresent(builder::encrypted);
                    return builder.build();
                });
        return Combinators.combine(entry.list().ofMaxSize(10), wildEnd(), sanePrefix())
                .as((list, end, prefix) -> ArchiveModel.builder()
                        .prefix(prefix)
                        .addAll(list)
                        .end(end)
                        .build());
    }

    /**
     * Ways to encrypt an entry.
     *
     * @param password the password of all of them
     * @return ZipCrypto and each form of WinZip AES
     */
    public static Arbitrary<Encryption> encryptions(String password) {
        Arbitrary<Encryption> aes = Combinators.combine(
                        Arbitraries.of(Encryption.KeyLength.class), Arbitraries.of(Encryption.AesVersion.class))
                .as((length, version) -> Encryption.aes(password, length, version));
        return Arbitraries.oneOf(Arbitraries.just(Encryption.zipCrypto(password)), aes);
    }

    /**
     * Sound archives whose entries are encrypted.
     *
     * @param largest the largest content in bytes
     * @param password the password of all entries
     * @return archives of 1 to 4 entries, stored and deflated
     */
    public static Arbitrary<ArchiveModel> encrypted(int largest, String password) {
        Arbitrary<EntryBuilder> entries = Combinators.combine(
                        ContentArbitraries.contents(largest),
                        encryptions(password),
                        Arbitraries.of(Descriptor.class),
                        Arbitraries.of(true, false))
                .as((content, encryption, descriptor, deflated) -> {
                    EntryBuilder entry =
                            EntryModel.file("", content).encrypted(encryption).descriptor(descriptor);
                    return deflated ? entry.deflated() : entry;
                });
        return entries.list().ofMinSize(1).ofMaxSize(4).map(list -> {
            ArchiveModel.Builder archive = ArchiveModel.builder();
            for (int i = 0; i < list.size(); i++) {
                archive.add(
                        list.get(i).rawName(new byte[] {'f', (byte) ('0' + i)}).build());
            }
            return archive.build();
        });
    }

    private static Arbitrary<EntryBuilder> wildEntry(int largest) {
        Arbitrary<Integer> methods = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(0, 8)),
                Tuple.of(2, Arbitraries.of(1, 2, 6, 9, 12, 14, 93, 95, 97, 98, 99)),
                Tuple.of(1, Arbitraries.integers().between(0, 0xFFFF)));
        Arbitrary<Integer> modes = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(0100644, 0040755, 0120777, 0)),
                Tuple.of(1, Arbitraries.integers().between(0, 0xFFFF)));
        Arbitrary<Integer> hosts = Arbitraries.of(0, 3, 10, 11, 14, 19, 77);
        Arbitrary<HeaderLies> lies =
                Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.just(HeaderLies.none())), Tuple.of(1, lies()));
        Arbitrary<List<ExtraField>> extras = wildExtras().list().ofMaxSize(3);
        return Combinators.combine(
                        NameArbitraries.nasty(),
                        ContentArbitraries.contents(largest),
                        methods,
                        modes,
                        hosts,
                        Combinators.combine(lies, lies).as(Tuple::of),
                        extras,
                        Arbitraries.of(Descriptor.class))
                .as((name, content, method, mode, host, lie, fields, descriptor) -> {
                    EntryBuilder entry = EntryModel.file(name, content)
                            .unixMode(mode)
                            .madeBy(host, 20)
                            .centralLies(lie.get1())
                            .localLies(lie.get2())
                            .descriptor(descriptor);
                    fields.forEach(entry::extra);
                    if (method == 8) {
                        entry.deflated();
                    } else if (method != 0) {
                        entry.raw(method, content.toBytes());
                    }
                    return entry;
                });
    }

    private static Arbitrary<HeaderLies> lies() {
        return Arbitraries.oneOf(
                ODD_VALUES.map(HeaderLies.none()::size),
                ODD_VALUES.map(HeaderLies.none()::compressedSize),
                ODD_VALUES.map(HeaderLies.none()::offset),
                ODD_VALUES.map(HeaderLies.none()::crc),
                Arbitraries.integers().between(0, 0xFFFF).map(HeaderLies.none()::flags),
                Arbitraries.of(0, 8, 99, 0xFFFF).map(HeaderLies.none()::method));
    }

    private static Arbitrary<ExtraField> wildExtras() {
        Arbitrary<Integer> ids = Arbitraries.of(0x0001, 0x000A, 0x5455, 0x5855, 0x7075, 0x7875, 0x9901, 0xCAFE, 0);
        Arbitrary<byte[]> data = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        return Arbitraries.oneOf(
                extras(),
                Combinators.combine(ids, data).as(ExtraField::of),
                Combinators.combine(ids, Arbitraries.integers().between(0, 0xFFFF), data)
                        .as(ExtraField::lying),
                ODD_VALUES
                        .array(Long[].class)
                        .ofMaxSize(4)
                        .map(values -> ExtraField.zip64(List.of(values).stream()
                                .mapToLong(Long::longValue)
                                .toArray())),
                data.map(ExtraField::raw));
    }

    private static Arbitrary<ArchiveEnd> wildEnd() {
        Arbitrary<ArchiveEnd> lying = ODD_VALUES.flatMap(value -> Arbitraries.of(
                        ArchiveEnd.builder().claimedEntries(value),
                        ArchiveEnd.builder().claimedSize(value),
                        ArchiveEnd.builder().claimedOffset(value),
                        ArchiveEnd.builder().claimedCommentLength((int) value.longValue()),
                        ArchiveEnd.builder().zip64(Zip64.FORCED).zip64Entries(value),
                        ArchiveEnd.builder().zip64(Zip64.FORCED).zip64Size(value),
                        ArchiveEnd.builder().zip64(Zip64.FORCED).zip64Offset(value),
                        ArchiveEnd.builder().zip64(Zip64.FORCED).zip64RecordSize(value),
                        ArchiveEnd.builder().zip64(Zip64.FORCED).locatorOffset(value),
                        ArchiveEnd.builder().disk((int) value.longValue()))
                .map(ArchiveEnd.Builder::build));
        return Arbitraries.frequencyOf(Tuple.of(2, saneEnd()), Tuple.of(1, lying));
    }
}
