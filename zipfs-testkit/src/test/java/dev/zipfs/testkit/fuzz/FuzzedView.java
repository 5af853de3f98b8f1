package dev.zipfs.testkit.fuzz;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.PasswordProvider;
import dev.zipfs.internal.view.ArchiveView;
import dev.zipfs.internal.view.TreeBuilder;
import dev.zipfs.internal.view.ViewOptions;
import dev.zipfs.internal.zip.PlainIndex;
import dev.zipfs.internal.zip.ZipFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.testkit.assertion.DriveViewLaws;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes as an index and a view, without cache, handles and threads: what a fuzzer does thousands of times a second, and what is
 * the same each time.
 */
final class FuzzedView implements AutoCloseable {
    private static final PasswordProvider PASSWORD = PasswordProvider.of("pw".toCharArray());
    private static final int READ = 1 << 16;
    private static final int FOUND = 32;

    private final ArchiveIndex index;
    private final ArchiveView view;

    private FuzzedView(ArchiveIndex index, ArchiveView view) {
        this.index = index;
        this.view = view;
    }

    static FuzzedView open(byte[] archive, NameRules rules, @Nullable Charset charset, ArchiveLimits limits)
            throws IOException {
        ArchiveIndex index = new ZipFormat().open(InMemoryArchive.of(archive), new Request(charset, limits));
        try {
            ViewOptions options = ViewOptions.of(rules, OutsideLinks.AS_TEXT, limits);
            ArchiveView view = TreeBuilder.build(index, options, FuzzedView::wellWorded, (entry, path) -> {
                throw new IOException("nothing is opened");
            });
            return new FuzzedView(index, view);
        } catch (IOException | RuntimeException e) {
            index.close();
            throw e;
        }
    }

    ArchiveIndex index() {
        return index;
    }

    ArchiveView view() {
        return view;
    }

    /** The laws of every view, that files are found without a tree, and that each entry that is no folder is shown once. */
    void check() throws IOException {
        DriveViewLaws.check(view);
        checkFinding(FOUND);
        int shown = 0;
        for (int node = 0; node < view.nodeCount(); node++) {
            if (view.type(node) == EntryType.SYMLINK) {
                linkTarget(node);
            }
            if (view.type(node) != EntryType.DIRECTORY) {
                shown++;
            }
        }
        int entries = 0;
        boolean links = false;
        for (int entry = 0; entry < index.entryCount(); entry++) {
            links |= index.type(entry) == EntryType.SYMLINK;
            if (index.type(entry) != EntryType.DIRECTORY) {
                entries++;
            }
        }
        // Where Windows rules hold, a link to a folder is shown as one.
        boolean whole = shown == entries || links && view.nameRules() == NameRules.WINDOWS && shown < entries;
        require(whole, shown + " files are shown of " + entries);
    }

    /** What is found without a tree is what the tree shows. */
    private void checkFinding(int count) {
        if (!(index instanceof PlainIndex plain) || !plain.plain() || view.nameRules() != NameRules.POSIX) {
            return;
        }
        for (int entry = 0; entry < Math.min(count, index.entryCount()); entry++) {
            byte[] path = new byte[index.pathLength(entry)];
            index.copyPath(entry, path, 0);
            int found = plain.file(path);
            int node = view.lookup(path, 0, path.length);
            require(node != DriveView.NONE, "nothing is shown for entry " + entry);
            int shown = view.entry(node);
            boolean file = shown >= 0 && index.type(shown) == EntryType.FILE;
            require(found < 0 ? !file : found == shown, "entry " + found + " is found, " + shown + " is shown");
        }
    }

    private void linkTarget(int node) {
        try {
            view.linkTarget(node);
        } catch (IOException damaged) {
            wellWorded(damaged);
        }
    }

    /** Reads the beginning and the end of the first entries, whatever comes of it. */
    void readSome(int count) {
        for (int entry = 0; entry < Math.min(count, index.entryCount()); entry++) {
            read(entry);
        }
    }

    private void read(int entry) {
        try (EntryReader reader = index.open(entry)) {
            long size = reader.size();
            require(size >= 0, "a size of " + size);
            ByteBuffer some = ByteBuffer.allocate(READ);
            int n = reader.read(0, some);
            require(n == (size == 0 ? -1 : Math.min(READ, size)), n + " bytes of " + size);
            require(reader.read(size, some.clear()) == -1, "bytes past the end");
            if (size > READ && size < 4 * READ) {
                require(reader.read(size - 1, some.clear()) == 1, "no last byte");
            }
        } catch (IOException damaged) {
            wellWorded(damaged);
        }
    }

    /** The whole of an entry of at most 64 KiB. */
    byte[] content(int entry) throws IOException {
        try (EntryReader reader = index.open(entry)) {
            ByteBuffer all = ByteBuffer.allocate(READ);
            reader.read(0, all);
            return Arrays.copyOf(all.array(), all.position());
        }
    }

    static void wellWorded(IOException refused) {
        require(refused.getMessage() != null && !refused.getMessage().isBlank(), "an error without words: " + refused);
    }

    private static void wellWorded(ArchiveWarning warning) {
        require(!warning.message().isBlank(), "a warning without words");
    }

    static void require(boolean law, String broken) {
        if (!law) {
            throw new AssertionError(broken);
        }
    }

    @Override
    public void close() throws IOException {
        index.close();
    }

    private static final class Request implements OpenRequest {
        private final @Nullable Charset charset;
        private final ArchiveLimits limits;

        Request(@Nullable Charset charset, ArchiveLimits limits) {
            this.charset = charset;
            this.limits = limits;
        }

        @Override
        public Optional<Charset> charset() {
            return Optional.ofNullable(charset);
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public PasswordProvider passwords() {
            return PASSWORD;
        }

        @Override
        public ArchiveLimits limits() {
            return limits;
        }

        @Override
        public void warn(ArchiveWarning warning) {
            wellWorded(warning);
        }
    }
}
