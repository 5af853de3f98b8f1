package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveLimits;
import dev.zipfs.Entry;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.PasswordException;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.console.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The archive, and what every command that opens one can be told about it. */
final class ArchiveOptions {
    /** What to say of a path that this JVM cannot hold: most often it runs in a locale without the letters. */
    static final String NO_SUCH_NAME =
            ": no file can have this name here; if it holds letters beyond ASCII, start with LC_ALL=C.UTF-8";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ARCHIVE", description = "The archive's file.")
    private String archive;

    @Option(
            names = "--charset",
            paramLabel = "CS",
            converter = CharsetConverter.class,
            description = "Encoding of names that carry no mark of theirs, for example Shift_JIS. "
                    + "Default: UTF-8 where a name is valid UTF-8, else IBM437, unless all names together make another "
                    + "one far likelier.")
    private Charset charset;

    @Option(
            names = "--password-stdin",
            description = "Read the password of encrypted entries from the first line of standard input.")
    private boolean passwordStdin;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneConverter.class,
            description = "Time zone of times that carry none, for example Europe/Berlin. Default: the system's.")
    private ZoneId zone;

    @Option(
            names = "--names",
            paramLabel = "RULES",
            description = "Which names are shown: posix or windows. Default: this platform's.")
    private NameRules names;

    @Option(
            names = "--outside-links",
            paramLabel = "HOW",
            converter = OutsideLinksConverter.class,
            description = "Show links that leave the archive as text (default) or as links.")
    private OutsideLinks outsideLinks;

    @Option(
            names = "--limit",
            paramLabel = "NAME=N",
            description = "Raise or lower a limit: maxEntries, maxNameBytes, maxDepth or maxIndexBytes.")
    private Map<String, Long> limits = new LinkedHashMap<>();

    /** What was read from standard input, where it can be read only once. */
    private PasswordProvider passwords;

    /** What the user typed. */
    String archive() {
        return archive;
    }

    /** The archive's file. */
    Path path() {
        return path(archive);
    }

    /** The zone in which times are shown to people: the one that times without a zone are read in. */
    ZoneId zone() {
        return zone == null ? ZoneId.systemDefault() : zone;
    }

    /** Opens the archive inside this process. */
    Archive open(Streams streams) {
        ZipDrive.Builder builder = builder(streams);
        try {
            return builder.open();
        } catch (IOException e) {
            throw cannotOpen(e);
        }
    }

    /** Looks up an entry that the user named. */
    static Entry find(Archive archive, String path) {
        return archive.find(path)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.ENTRY_FAILED,
                        "no entry '" + Printable.name(path) + "' in the archive; ls -R shows what is there"));
    }

    CommandFailure cannotOpen(IOException failure) {
        int code = failure instanceof PasswordException ? ExitCode.PASSWORD : ExitCode.ARCHIVE_FAILED;
        return new CommandFailure(code, Explanation.ofOpening(archive, failure), failure);
    }

    /** A builder with all that was said about the archive. */
    ZipDrive.Builder builder(Streams streams) {
        ArchiveLimits checkedLimits = limits();
        ZipDrive.Builder builder = ZipDrive.builder(path(archive)).limits(checkedLimits);
        if (charset != null) {
            builder.charset(charset);
        }
        if (zone != null) {
            builder.zone(zone);
        }
        if (names != null) {
            builder.nameRules(names);
        }
        if (outsideLinks != null) {
            builder.outsideLinks(outsideLinks);
        }
        if (passwordStdin) {
            builder.password(passwords(streams.in()));
        }
        return builder;
    }

    private PasswordProvider passwords(InputStream in) {
        if (passwords == null) {
            char[] password = readPassword(in);
            passwords = PasswordProvider.of(password);
            Arrays.fill(password, '\0');
        }
        return passwords;
    }

    private static Path path(String typed) {
        try {
            return Path.of(typed);
        } catch (InvalidPathException e) {
            throw new CommandFailure(
                    ExitCode.ARCHIVE_FAILED,
                    typed
                            + ": no file can have this name here; if it holds letters beyond ASCII, start with LC_ALL=C.UTF-8",
                    e);
        }
    }

    private ArchiveLimits limits() {
        ArchiveLimits.Builder builder = ArchiveLimits.builder();
        limits.forEach((name, value) -> {
            try {
                switch (name) {
                    case "maxEntries" -> builder.maxEntries(value);
                    case "maxNameBytes" -> builder.maxNameBytes(value);
                    case "maxDepth" -> builder.maxDepth(Math.toIntExact(value));
                    case "maxIndexBytes" -> builder.maxIndexBytes(value);
                    default ->
                        throw new IllegalArgumentException(
                                "there is no such limit, only maxEntries, maxNameBytes, maxDepth and maxIndexBytes");
                }
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new ParameterException(
                        spec.commandLine(), "--limit " + name + "=" + value + ": " + e.getMessage(), e);
            }
        });
        return builder.build();
    }

    /** Reads one line and not a byte more than the stream hands over; keeps no copy of it. */
    private static char[] readPassword(InputStream in) {
        Line line = new Line();
        try {
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                line.write(next);
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.PASSWORD, "cannot read the password: " + e.getMessage(), e);
        }
        CharBuffer decoded = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(line.bytes(), 0, line.size()));
        line.wipe();
        int length = decoded.length();
        if (length > 0 && decoded.get(length - 1) == '\r') {
            length--;
        }
        char[] password = Arrays.copyOf(decoded.array(), length);
        Arrays.fill(decoded.array(), '\0');
        if (length == 0) {
            throw new CommandFailure(
                    ExitCode.PASSWORD, "--password-stdin was given, but standard input holds no password");
        }
        return password;
    }

    /** A growing array that can be wiped. */
    private static final class Line extends ByteArrayOutputStream {
        byte[] bytes() {
            return buf;
        }

        void wipe() {
            Arrays.fill(buf, (byte) 0);
        }
    }

    private static final class CharsetConverter implements ITypeConverter<Charset> {
        @Override
        public Charset convert(String name) {
            try {
                return Charset.forName(name);
            } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
                throw new TypeConversionException(
                        "'" + name + "' is no encoding; try for example windows-1252, IBM850, Shift_JIS or GB18030");
            }
        }
    }

    private static final class ZoneConverter implements ITypeConverter<ZoneId> {
        @Override
        public ZoneId convert(String name) {
            try {
                return ZoneId.of(name);
            } catch (DateTimeException e) {
                throw new TypeConversionException(
                        "'" + name + "' is no time zone; try for example UTC, +02:00 or Europe/Berlin");
            }
        }
    }

    private static final class OutsideLinksConverter implements ITypeConverter<OutsideLinks> {
        @Override
        public OutsideLinks convert(String how) {
            return switch (how) {
                case "text" -> OutsideLinks.AS_TEXT;
                case "links" -> OutsideLinks.AS_LINKS;
                default -> throw new TypeConversionException("'" + how + "' is neither text nor links");
            };
        }
    }
}
