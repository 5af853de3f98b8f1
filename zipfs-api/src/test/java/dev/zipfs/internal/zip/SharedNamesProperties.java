package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.internal.view.ArchiveView;
import dev.zipfs.internal.view.TreeBuilder;
import dev.zipfs.internal.view.ViewOptions;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Names that begin alike are kept once, and can be looked for before there is a tree; neither changes what anybody sees. */
class SharedNamesProperties {
    private static final int DOS = 0;
    private static final int UNIX = 3;

    private static final String[] PLAIN = {
        "a",
        "b",
        "readme.txt",
        "folder-with-a-long-name",
        ".hidden",
        "..x",
        "x..",
        "...",
        "x:y",
        "C",
        "0001.png",
        "0002.png"
    };
    private static final String[] ODD = {"", ".", "..", "C:", "nul\0", "back\\slash", "gr\u00fc\u00dfe", "x".repeat(300)
    };

    /** Of files mostly, and of folders and links. */
    private static final int[] ATTRIBUTES = {
        0100644 << 16, 0100755 << 16, 0100644 << 16, 0, 0040755 << 16 | 0x10, 0x10, 0120777 << 16
    };

    /** A path that often begins like one before. */
    private static String path(Random random, List<String> before, boolean plain) {
        StringBuilder path = new StringBuilder();
        if (!before.isEmpty() && random.nextInt(4) > 0) {
            String other = before.get(before.size() - 1 - random.nextInt(Math.min(3, before.size())));
            path.append(other, 0, random.nextInt(other.length() + 1));
            if (plain) {
                path.setLength(path.lastIndexOf("/") + 1);
            }
        }
        int parts = 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            if (i > 0) {
                path.append('/');
            }
            boolean odd = !plain && random.nextInt(6) == 0;
            path.append(odd ? ODD[random.nextInt(ODD.length)] : PLAIN[random.nextInt(PLAIN.length)]);
        }
        return random.nextInt(8) == 0 ? path + "/" : path.toString();
    }

    private static TinyZip archive(Random random, boolean plain, List<String> paths) {
        TinyZip zip = new TinyZip();
        int count = 1 + random.nextInt(40);
        for (int i = 0; i < count; i++) {
            String path = path(random, paths, plain);
            paths.add(path);
            boolean unicode = plain || random.nextBoolean();
            zip.add(path.getBytes(unicode ? UTF_8 : ISO_8859_1), new byte[0])
                    .attributes(ATTRIBUTES[random.nextInt(ATTRIBUTES.length)])
                    .flags(random.nextBoolean() ? CentralHeader.FLAG_UTF8 : 0)
                    .host(plain || random.nextBoolean() ? UNIX : DOS)
                    .extra(random.nextInt(3) == 0 ? TinyZip.extra(0x5455, new byte[] {1, 1, 2, 3, 4}) : new byte[0]);
        }
        return zip;
    }

    private static ArchiveIndex open(TinyZip zip, Charset charset) throws IOException {
        CollectingRequest request = new CollectingRequest();
        request.charset = Optional.ofNullable(charset);
        return new ZipFormat().open(new BytesSource(zip.build()), request);
    }

    private static byte[] pathOf(ArchiveIndex index, int entry) {
        byte[] path = new byte[index.pathLength(entry)];
        assertThat(index.copyPath(entry, path, 0)).isEqualTo(path.length);
        return path;
    }

    @Property(tries = 400, seed = "20261201")
    void everyEntryIsWhatItIsInAnArchiveOfItsOwn(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        TinyZip zip = archive(random, false, new ArrayList<>());
        Charset charset = random.nextBoolean() ? Charset.forName("IBM437") : Charset.forName("Shift_JIS");
        ArchiveIndex index = open(zip, charset);
        for (int i = 0; i < zip.entries.size(); i++) {
            TinyZip alone = new TinyZip();
            alone.entries.add(zip.entries.get(i));
            ArchiveIndex only = open(alone, charset);
            assertThat(pathOf(index, i)).isEqualTo(pathOf(only, 0));
            assertThat(index.rawName(i)).isEqualTo(zip.entries.get(i).name);
            assertThat(index.type(i)).isEqualTo(only.type(0));
            assertThat(index.modifiedSeconds(i)).isEqualTo(only.modifiedSeconds(0));
            assertThat(index.open(i).size()).isZero();
        }
    }

    private static ArchiveView view(ArchiveIndex index, ArchiveLimits limits) throws IOException {
        ViewOptions options = ViewOptions.of(NameRules.POSIX, OutsideLinks.AS_TEXT, limits);
        return TreeBuilder.build(index, options, warning -> {}, (entry, path) -> {
            throw new IOException("nothing is opened");
        });
    }

    @Property(tries = 2000, seed = "20261201")
    void whatIsFoundWithoutATreeIsWhatTheTreeShows(@ForAll long seed, @ForAll boolean plain) throws IOException {
        Random random = new Random(seed);
        List<String> paths = new ArrayList<>();
        ArchiveIndex index = open(archive(random, plain, paths), null);
        if (!((PlainIndex) index).plain()) {
            assertThat(plain).isFalse();
            return;
        }
        ArchiveView view = view(index, ArchiveLimits.defaults());
        for (int i = 0; i < 20; i++) {
            paths.add(path(random, paths, false));
        }
        for (String path : paths) {
            int found = ((PlainIndex) index).file(path.getBytes(UTF_8));
            int node = view.lookup(path);
            if (found >= 0) {
                assertThat(node).as(path).isNotEqualTo(DriveView.NONE);
                assertThat(view.entry(node)).as(path).isEqualTo(found);
                assertThat(view.path(node)).isEqualTo(path);
            } else if (node > DriveView.ROOT
                    && view.entry(node) >= 0
                    && index.type(view.entry(node)) == EntryType.FILE) {
                // One that the tree has, but not under its own path.
                assertThat(pathOf(index, view.entry(node))).as(path).isNotEqualTo(path.getBytes(UTF_8));
            }
        }
    }

    @Property(tries = 2000, seed = "20261201")
    void aTreeThatIsLeftForLaterExceedsNoLimit(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        TinyZip zip = archive(random, true, new ArrayList<>());
        CollectingRequest request = new CollectingRequest();
        int count = zip.entries.size();
        int bytes = zip.entries.stream().mapToInt(entry -> entry.name.length).sum();
        request.limits = ArchiveLimits.builder()
                .maxEntries(count + random.nextInt(2 * count))
                .maxNameBytes(bytes + random.nextInt(2 * bytes + 20 * count))
                .maxDepth(1 + random.nextInt(12))
                .build();
        ArchiveIndex index = new ZipFormat().open(new BytesSource(zip.build()), request);
        if (((PlainIndex) index).plain()) {
            ArchiveView view = view(index, request.limits);
            for (int entry = 0; entry < count; entry++) {
                byte[] path = pathOf(index, entry);
                assertThat(view.lookup(path, 0, path.length)).isNotEqualTo(DriveView.NONE);
            }
        }
    }
}
