package dev.zipfs.testkit.model;

import dev.zipfs.EntryType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a drive must show of an archive: every folder, file and link, and nothing else. Immutable.
 *
 * @since 0.1.0
 */
public final class ExpectedTree {
    private final Map<String, ExpectedNode> byPath;
    private final List<ExpectedNode> anywhere;

    private ExpectedTree(Builder builder) {
        this.byPath = Map.copyOf(builder.byPath);
        this.anywhere = List.copyOf(builder.anywhere);
    }

    /**
     * Starts from an empty drive.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What a drive must show of an archive whose names are unique and legal everywhere and whose entries are sound.
     *
     * @param model the archive
     * @return its tree
     */
    public static ExpectedTree of(ArchiveModel model) {
        Builder builder = builder();
        for (EntryModel entry : model.entries()) {
            long unixType = entry.externalAttributes >>> 16 & 0170000;
            if (entry.name().endsWith("/")) {
                builder.directory(entry.name().substring(0, entry.name().length() - 1));
            } else if (unixType == 0120000) {
                builder.link(entry.name(), new String(entry.content.toBytes(), StandardCharsets.UTF_8));
            } else {
                builder.file(entry.name(), entry.content);
            }
        }
        return builder.build();
    }

    /**
     * What must be shown under a certain path.
     *
     * @return by path, immutable; folders above are among them
     */
    public Map<String, ExpectedNode> byPath() {
        return byPath;
    }

    /**
     * What must be shown once, under whatever path.
     *
     * @return the files, immutable
     */
    public List<ExpectedNode> anywhere() {
        return anywhere;
    }

    /**
     * What must be shown under one path.
     *
     * @param path without a leading slash
     * @return the node, or empty where no certain one is expected
     */
    public Optional<ExpectedNode> find(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** Describes a tree. Not thread-safe. */
    public static final class Builder {
        private final Map<String, ExpectedNode> byPath = new LinkedHashMap<>();
        private final List<ExpectedNode> anywhere = new ArrayList<>();

        private Builder() {}

        /**
         * Expects a folder, and those above it.
         *
         * @param path without leading and trailing slash
         * @return this builder
         */
        public Builder directory(String path) {
            return put(path, EntryType.DIRECTORY, 0, null, null);
        }

        /**
         * Expects a file, and the folders above it.
         *
         * @param path without a leading slash
         * @param content what it holds
         * @return this builder
         */
        public Builder file(String path, Content content) {
            return put(path, EntryType.FILE, content.size(), content, null);
        }

        /**
         * Expects a file, and the folders above it.
         *
         * @param path without a leading slash
         * @param text what it holds, as UTF-8
         * @return this builder
         */
        public Builder file(String path, String text) {
            return file(path, Content.text(text));
        }

        /**
         * Expects a symbolic link, and the folders above it.
         *
         * @param path without a leading slash
         * @param target where it points
         * @return this builder
         */
        public Builder link(String path, String target) {
            Content content = Content.text(target);
            return put(path, EntryType.SYMLINK, content.size(), content, null);
        }

        /**
         * Expects a file that is shown but cannot be read to its end.
         *
         * @param path without a leading slash
         * @param size how long it is shown to be
         * @param error how reading must fail
         * @return this builder
         */
        public Builder failing(String path, long size, ErrorKind error) {
            return put(path, EntryType.FILE, size, null, error);
        }

        /**
         * Expects a file whose path is left to the drive; folders it lies in are expected with it.
         *
         * @param content what it holds
         * @return this builder
         */
        public Builder anywhere(Content content) {
            anywhere.add(new ExpectedNode(null, EntryType.FILE, content.size(), content, null));
            return this;
        }

        /**
         * Expects a file whose path is left to the drive.
         *
         * @param text what it holds, as UTF-8
         * @return this builder
         */
        public Builder anywhere(String text) {
            return anywhere(Content.text(text));
        }

        private Builder put(
                String path, EntryType type, long size, @Nullable Content content, @Nullable ErrorKind error) {
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                String parent = path.substring(0, slash);
                byPath.putIfAbsent(parent, new ExpectedNode(parent, EntryType.DIRECTORY, 0, null, null));
            }
            byPath.put(path, new ExpectedNode(path, type, size, content, error));
            return this;
        }

        /**
         * Makes the tree.
         *
         * @return an immutable value
         */
        public ExpectedTree build() {
            return new ExpectedTree(this);
        }
    }
}
