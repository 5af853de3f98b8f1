package dev.zipfs.testkit.codec;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecsTest {
    /** Nothing, next to nothing, runs, repetitions near and far, and what nothing makes smaller. */
    private static final List<Content> CONTENTS = List.of(
            Content.empty(),
            Content.text("a"),
            Content.text("ab"),
            Content.text("aaaa"),
            Content.zeros(70_000),
            Content.text("abcabcabcabd".repeat(300)),
            Content.offsets(20_000),
            Content.noise(200_000, 4),
            Content.random(9000, 5),
            Content.bytes(new byte[] {(byte) 144, (byte) 144, 0, (byte) 144}));

    static Stream<Codec> all() {
        return Codecs.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatWasPackedIsRead(Codec codec) throws Exception {
        ArchiveModel.Builder builder = ArchiveModel.builder();
        for (int i = 0; i < CONTENTS.size(); i++) {
            builder.add(
                    EntryModel.file(i + ".bin", CONTENTS.get(i)).packed(codec).build());
        }
        ArchiveModel model = builder.build();
        assertThat(model.toBytes()).isEqualTo(model.toBytes());
        try (Archive archive = ZipDrive.builder(InMemoryArchive.of(model)).open()) {
            assertThatArchive(archive).hasTree(ExpectedTree.of(model));
        }
    }

    /** Where nothing marks the end, the bits that fill up the last byte must not be taken for more. */
    @ParameterizedTest
    @MethodSource("all")
    void everySingleByteIsRead(Codec codec) throws Exception {
        ArchiveModel.Builder builder = ArchiveModel.builder();
        for (int b = 0; b < 256; b++) {
            builder.add(EntryModel.file(b + ".bin", Content.bytes(new byte[] {(byte) b}))
                    .packed(codec)
                    .build());
        }
        try (Archive archive =
                ZipDrive.builder(InMemoryArchive.of(builder.build())).open()) {
            assertThatArchive(archive).hasTree(ExpectedTree.of(builder.build()));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void repetitionsBecomeSmaller(Codec codec) throws Exception {
        byte[] plain = "a line as there are many\n".repeat(400).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        assertThat(codec.pack(plain).length).as("%s", codec).isLessThan(plain.length / 3);
    }

    @Test
    void everyMethodThatIsReadButPpmdIsThere() {
        assertThat(Codecs.all().stream().map(Codec::method)).contains(1, 2, 3, 4, 5, 6, 9, 12, 14, 20, 93, 95);
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThatThrownBy(() -> Codecs.reduced(5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Codecs.xz(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
