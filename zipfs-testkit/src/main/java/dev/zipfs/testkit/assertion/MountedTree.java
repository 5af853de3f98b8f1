package dev.zipfs.testkit.assertion;

import dev.zipfs.EntryType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A tree seen through the operating system. Names go through URIs, which hold a path's bytes: the text of a {@link Path} goes
 * through the locale's charset and loses what that cannot say.
 */
final class MountedTree implements ShownTree {
    private final Path root;

    MountedTree(Path root) {
        this.root = root.toAbsolutePath();
    }

    @Override
    public List<Node> list() throws IOException {
        List<Node> nodes = new ArrayList<>();
        List<Folder> folders = new ArrayList<>(List.of(new Folder(root, "")));
        while (!folders.isEmpty()) {
            Folder folder = folders.remove(folders.size() - 1);
            try (DirectoryStream<Path> children = Files.newDirectoryStream(folder.path)) {
                for (Path child : children) {
                    String path = folder.prefix + name(child);
                    Node node = node(child, path);
                    nodes.add(node);
                    if (node.type() == EntryType.DIRECTORY) {
                        folders.add(new Folder(child, path + "/"));
                    }
                }
            } catch (DirectoryIteratorException failure) {
                throw failure.getCause();
            }
        }
        return nodes;
    }

    private record Folder(Path path, String prefix) {}

    @Override
    public Optional<Node> find(String path) throws IOException {
        String base = root.toUri().toString();
        Path file = Path.of(URI.create((base.endsWith("/") ? base : base + "/") + encoded(path)));
        try {
            return Optional.of(node(file, path));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    private static Node node(Path file, String path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        EntryType type =
                found.isDirectory() ? EntryType.DIRECTORY : found.isSymbolicLink() ? EntryType.SYMLINK : EntryType.FILE;
        String target = type == EntryType.SYMLINK ? Files.readSymbolicLink(file).toString() : null;
        // Drivers give folders a size of their own liking.
        return new Node(
                path, type, type == EntryType.DIRECTORY ? 0 : found.size(), target, () -> Files.newInputStream(file));
    }

    private static String name(Path file) {
        String uri = file.toUri().getRawPath();
        String trimmed = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
        return decoded(trimmed.substring(trimmed.lastIndexOf('/') + 1));
    }

    private static String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%') {
                bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.writeBytes(text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String encoded(String path) {
        StringBuilder text = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b == '/' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z';
            text.append(plain ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02X", b & 0xFF));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return "drive " + root;
    }
}
