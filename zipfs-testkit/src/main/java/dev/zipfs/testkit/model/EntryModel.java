package dev.zipfs.testkit.model;

import dev.zipfs.testkit.codec.Codec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an archive: what it holds, how it is stored, and what its headers say, true or not. Immutable.
 *
 * @since 0.1.0
 */
public final class EntryModel {
    final byte[] name;
    final byte @Nullable [] localName;
    final boolean unicodeFlag;
    final Content content;
    final int method;
    final int level;
    final byte @Nullable [] raw;
    final @Nullable Codec codec;
    final int flags;
    final int host;
    final int versionMadeBy;
    final int versionNeeded;
    final long externalAttributes;
    final int internalAttributes;
    final int dosDate;
    final int dosTime;
    final List<ExtraField> centralExtras;
    final List<ExtraField> localExtras;
    final byte[] comment;
    final Descriptor descriptor;
    final @Nullable Encryption encryption;
    final Zip64 zip64;
    final @Nullable Set<Zip64Field> zip64Fields;
    final HeaderLies lies;
    final HeaderLies centralLies;
    final HeaderLies localLies;
    final HeaderLies descriptorLies;
    final byte[] leading;
    final boolean centralOnly;

    EntryModel(EntryBuilder builder) {
        name = builder.name;
        localName = builder.localName;
        unicodeFlag = builder.unicodeFlag;
        content = builder.content;
        method = builder.method;
        level = builder.level;
        raw = builder.raw;
        codec = builder.codec;
        flags = builder.flags;
        host = builder.host;
        versionMadeBy = builder.versionMadeBy;
        versionNeeded = builder.versionNeeded;
        externalAttributes = builder.externalAttributes;
        internalAttributes = builder.internalAttributes;
        dosDate = builder.dosDate;
        dosTime = builder.dosTime;
        centralExtras = List.copyOf(builder.centralExtras);
        localExtras = List.copyOf(builder.localExtras);
        comment = builder.comment;
        descriptor = builder.descriptor;
        encryption = builder.encryption;
        zip64 = builder.zip64;
        zip64Fields = builder.zip64Fields == null ? null : Set.copyOf(builder.zip64Fields);
        lies = builder.lies;
        centralLies = builder.centralLies;
        localLies = builder.localLies;
        descriptorLies = builder.descriptorLies;
        leading = builder.leading;
        centralOnly = builder.centralOnly;
    }

    /**
     * Starts an entry: a stored file of mode 0644 made on Unix on 2025-01-01 12:00.
     *
     * @param name its name; one that is not ASCII sets the UTF-8 flag
     * @param content what it holds
     * @return a builder
     */
    public static EntryBuilder file(String name, Content content) {
        return new EntryBuilder(name, content);
    }

    /**
     * Starts an entry as {@link #file(String, Content)} does.
     *
     * @param name its name
     * @param text what it holds, as UTF-8
     * @return a builder
     */
    public static EntryBuilder file(String name, String text) {
        return new EntryBuilder(name, Content.text(text));
    }

    /**
     * Starts an entry whose name is no particular text.
     *
     * @param name the bytes of its name; the UTF-8 flag is not set
     * @param content what it holds
     * @return a builder
     */
    public static EntryBuilder file(byte[] name, Content content) {
        return new EntryBuilder("", content).rawName(name);
    }

    /**
     * Starts a folder of mode 0755.
     *
     * @param name its name; a trailing slash is added where it is missing
     * @return a builder
     */
    public static EntryBuilder directory(String name) {
        return new EntryBuilder(name.endsWith("/") ? name : name + "/", Content.empty()).unixMode(0040755);
    }

    /**
     * Starts a symbolic link of mode 0777.
     *
     * @param name its name
     * @param target where it points, as UTF-8
     * @return a builder
     */
    public static EntryBuilder symlink(String name, String target) {
        return new EntryBuilder(name, Content.text(target)).unixMode(0120777);
    }

    /**
     * Its name.
     *
     * @return a fresh array with the bytes of the central header
     */
    public byte[] rawName() {
        return name.clone();
    }

    /**
     * Its name as UTF-8.
     *
     * @return the name; what is no UTF-8 becomes U+FFFD
     */
    public String name() {
        return new String(name, StandardCharsets.UTF_8);
    }

    /**
     * What it holds.
     *
     * @return the plain bytes
     */
    public Content content() {
        return content;
    }

    /** The method that the headers name. */
    int headerMethod() {
        return encryption != null && encryption.isAes() ? 99 : method;
    }

    /** The flags that follow from the rest. */
    int headerFlags() {
        return flags
                | (encryption != null ? 1 : 0)
                | (descriptor != Descriptor.NONE ? 8 : 0)
                | (unicodeFlag ? 0x800 : 0);
    }

    /** The CRC that a sound header has; whatever is quickest where no place tells it. */
    long headerCrc() {
        boolean hidden = encryption != null && encryption.isAes() && encryption.version == Encryption.AesVersion.AE_2;
        return hidden || lies.crc != null ? 0 : content.crc32();
    }

    Payload payload() throws IOException {
        Payload plain;
        if (raw != null) {
            plain = Payload.of(raw);
        } else if (codec != null) {
            plain = Payload.of(codec.pack(content.toBytes()));
        } else {
            plain = method == 8 ? Payload.deflated(content, level) : Payload.stored(content);
        }
        if (encryption == null) {
            return plain;
        }
        Sink.Memory memory = new Sink.Memory();
        plain.writeTo(memory);
        int check = descriptor == Descriptor.NONE ? (int) (content.crc32() >>> 24) : dosTime >>> 8;
        return Payload.of(encryption.encrypt(memory.toBytes(), check, Arrays.hashCode(name)));
    }

    @Override
    public String toString() {
        return "'" + name() + "' method " + headerMethod() + " " + content;
    }
}
