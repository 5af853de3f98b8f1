package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.Encryption.AesVersion;
import dev.zipfs.testkit.model.Encryption.KeyLength;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.Prefix;
import dev.zipfs.testkit.model.SplitArchive;
import dev.zipfs.testkit.model.Zip64;
import dev.zipfs.testkit.model.Zip64Field;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfoCommandTest {
    @TempDir
    Path dir;

    @Test
    void countsWhatAnArchiveHolds() throws IOException {
        Path archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("a/one", Content.zeros(1000)).build(),
                        EntryModel.file("a/two", Content.zeros(1000)).deflated().build(),
                        EntryModel.symlink("a/link", "one").build(),
                        EntryModel.file("secret", "s")
                                .encrypted(Encryption.zipCrypto("pw"))
                                .build())
                .write(archive);
        Run run = Run.of("info", archive);
        assertThat(run.exitCode).isZero();
        assertThat(run.lines())
                .startsWith("archive:   " + archive, "format:    zip", "entries:   4")
                .contains("shown:     3 files, 1 folders, 1 links", "encrypted: 1", "methods:   deflated 1, stored 3");
        assertThat(Run.of("info", "--json", archive).out)
                .contains("\"format\":\"zip\",\"entries\":4,\"files\":3,\"dirs\":1,\"symlinks\":1,\"encrypted\":1,")
                .contains("\"size\":2004,", "\"methods\":{\"deflated\":1,\"stored\":3}", "\"warnings\":[]}");
    }

    @Test
    void listsWhatIsOdd() throws IOException {
        Path archive = dir.resolve("b10.zip");
        Corpus.B10_TWINS.write(archive);
        assertThat(Run.of("info", archive).lines()).anyMatch(line -> line.matches("warning: +duplicate: .*dup.txt.*"));
        assertThat(Run.of("info", "--json", archive).out).contains("{\"kind\":\"duplicate\",\"entry\":\"dup.txt\",");
    }

    @Test
    void namesTheSigningBlockOfAnAndroidPackage() throws IOException {
        Path archive = dir.resolve("x.apk");
        Corpus.O03_SIGNING_BLOCK.write(archive);
        assertThat(Run.of("info", archive).lines())
                .contains("signing block: 4096 bytes before the central directory, as Android signs; not checked");
        assertThat(Run.of("info", "--json", archive).out).contains("\"signing block\":\"4096 bytes");
    }

    @Test
    void saysWhichWaysOfTheFormatItGoes() throws IOException {
        Charset gbk = Charset.forName("GBK");
        ArchiveModel.Builder odd = ArchiveModel.builder()
                .add(
                        EntryModel.file("使用说明.txt".getBytes(gbk), Content.text("1"))
                                .build(),
                        EntryModel.file("我的文档.txt".getBytes(gbk), Content.text("2"))
                                .build(),
                        EntryModel.file("d", Content.zeros(1000))
                                .deflated()
                                .descriptor(Descriptor.SIGNED)
                                .build(),
                        EntryModel.file("wide", "w")
                                .zip64Fields(Zip64Field.SIZE)
                                .build(),
                        EntryModel.file("aes", "a")
                                .encrypted(Encryption.aes("pw", KeyLength.AES_256, AesVersion.AE_2))
                                .build(),
                        EntryModel.file("old", "o")
                                .encrypted(Encryption.zipCrypto("pw"))
                                .build())
                .end(ArchiveEnd.builder().zip64(Zip64.FORCED).build());
        Path archive = dir.resolve("odd.zip");
        odd.prefix(Prefix.uncounted(new byte[1000])).build().write(archive);
        Run run = Run.of("info", archive);
        assertThat(run.lines())
                .contains(
                        "zip64:     end of archive, 1 entries",
                        "in front:  1000 bytes, which the archive's offsets leave out",
                        "data descriptors: 1 entries",
                        "encryption: AES-256 (AE-2) 1, ZipCrypto 1",
                        "name encoding: GBK, by far the likeliest, for 2 names without a mark")
                .anyMatch(line -> line.startsWith("warning:   encoding: 2 names carry no mark"));
        assertThat(Run.of("info", "--json", archive).out)
                .contains("\"details\":{\"zip64\":\"end of archive, 1 entries\",", "\"kind\":\"encoding\"");

        List<byte[]> parts = SplitArchive.disks(odd, 300);
        List<Path> files = SplitArchive.writeDisks(parts, dir, "split");
        assertThat(Run.of("info", files.get(0)).lines()).contains("parts:     " + parts.size());
    }
}
