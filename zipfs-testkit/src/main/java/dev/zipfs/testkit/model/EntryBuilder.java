package dev.zipfs.testkit.model;

import dev.zipfs.testkit.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes an entry; {@link EntryModel} has the methods that start one. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class EntryBuilder {
    byte[] name;
    byte @Nullable [] localName;
    boolean unicodeFlag;
    final Content content;
    int method;
    int level = 6;
    byte @Nullable [] raw;

    @Nullable
    Codec codec;

    int flags;
    int host = 3;
    int versionMadeBy = 20;
    int versionNeeded = -1;
    long externalAttributes = 0100644L << 16;
    int internalAttributes;
    int dosDate = 45 << 9 | 1 << 5 | 1;
    int dosTime = 12 << 11;
    final List<ExtraField> centralExtras = new ArrayList<>();
    final List<ExtraField> localExtras = new ArrayList<>();
    byte[] comment = {};
    Descriptor descriptor = Descriptor.NONE;

    @Nullable
    Encryption encryption;

    Zip64 zip64 = Zip64.AUTO;

    @Nullable
    Set<Zip64Field> zip64Fields;

    HeaderLies lies = HeaderLies.none();
    HeaderLies centralLies = HeaderLies.none();
    HeaderLies localLies = HeaderLies.none();
    HeaderLies descriptorLies = HeaderLies.none();
    byte[] leading = {};
    boolean centralOnly;

    EntryBuilder(String name, Content content) {
        this.name = name.getBytes(StandardCharsets.UTF_8);
        this.unicodeFlag = this.name.length != name.length();
        this.content = Objects.requireNonNull(content, "content");
    }

    /**
     * Replaces the name.
     *
     * @param bytes the bytes of both headers; the UTF-8 flag is taken away
     * @return this builder
     */
    public EntryBuilder rawName(byte[] bytes) {
        this.name = bytes.clone();
        this.unicodeFlag = false;
        return this;
    }

    /**
     * Gives the local header a name of its own.
     *
     * @param bytes the bytes of the local header
     * @return this builder
     */
    public EntryBuilder localName(byte[] bytes) {
        this.localName = bytes.clone();
        return this;
    }

    /**
     * Compresses the content.
     *
     * @param level 0 to 9, as for {@link java.util.zip.Deflater}
     * @return this builder
     */
    public EntryBuilder deflated(int level) {
        this.method = 8;
        this.level = level;
        this.raw = null;
        this.codec = null;
        return this;
    }

    /**
     * Compresses the content at level 6.
     *
     * @return this builder
     */
    public EntryBuilder deflated() {
        return deflated(6);
    }

    /**
     * Writes given bytes in place of what would be made of the content; CRC and plain size still are the content's.
     *
     * @param method the method's number, 16 bits
     * @param bytes the compressed bytes, sound or not
     * @return this builder
     */
    public EntryBuilder raw(int method, byte[] bytes) {
        this.method = method;
        this.raw = bytes.clone();
        this.codec = null;
        return this;
    }

    /**
     * Compresses the content by another method. What the method has to say in the flags is added to them.
     *
     * @param codec the method
     * @return this builder
     */
    public EntryBuilder packed(Codec codec) {
        this.method = codec.method();
        this.flags |= codec.flags();
        this.raw = null;
        this.codec = codec;
        return this;
    }

    /**
     * Sets further bits of the general purpose flags in place of all set before. Those for encryption, descriptors and UTF-8 are
     * set by themselves.
     *
     * @param bits 16 bits
     * @return this builder
     */
    public EntryBuilder flags(int bits) {
        this.flags = bits;
        return this;
    }

    /**
     * Says who made the entry.
     *
     * @param host the host's number: 0 FAT, 3 Unix, 10 NTFS, 19 macOS; default 3
     * @param version the version of the specification times ten; default 20
     * @return this builder
     */
    public EntryBuilder madeBy(int host, int version) {
        this.host = host;
        this.versionMadeBy = version;
        return this;
    }

    /**
     * Says which version is needed to read it.
     *
     * @param version 16 bits; by default what follows from the features used
     * @return this builder
     */
    public EntryBuilder versionNeeded(int version) {
        this.versionNeeded = version;
        return this;
    }

    /**
     * Sets type and permissions as Unix has them.
     *
     * @param mode 16 bits, the upper half of the external attributes
     * @return this builder
     */
    public EntryBuilder unixMode(int mode) {
        return externalAttributes((long) mode << 16);
    }

    /**
     * Sets the external attributes.
     *
     * @param value 32 bits
     * @return this builder
     */
    public EntryBuilder externalAttributes(long value) {
        this.externalAttributes = value;
        return this;
    }

    /**
     * Sets the internal attributes.
     *
     * @param value 16 bits
     * @return this builder
     */
    public EntryBuilder internalAttributes(int value) {
        this.internalAttributes = value;
        return this;
    }

    /**
     * Sets the time as it stands in the headers, valid or not.
     *
     * @param date year from 1980, month and day: 7, 4 and 5 bits
     * @param time hour, minute and second halved: 5, 6 and 5 bits
     * @return this builder
     */
    public EntryBuilder dos(int date, int time) {
        this.dosDate = date;
        this.dosTime = time;
        return this;
    }

    /**
     * Sets the time.
     *
     * @param time wall time, without a zone; years 1980 to 2107, odd seconds are cut
     * @return this builder
     */
    public EntryBuilder dos(LocalDateTime time) {
        return dos(
                time.getYear() - 1980 << 9 | time.getMonthValue() << 5 | time.getDayOfMonth(),
                time.getHour() << 11 | time.getMinute() << 5 | time.getSecond() / 2);
    }

    /**
     * Adds an extra field to both headers.
     *
     * @param field the field
     * @return this builder
     */
    public EntryBuilder extra(ExtraField field) {
        return centralExtra(field).localExtra(field);
    }

    /**
     * Adds an extra field to the central header.
     *
     * @param field the field
     * @return this builder
     */
    public EntryBuilder centralExtra(ExtraField field) {
        centralExtras.add(field);
        return this;
    }

    /**
     * Adds an extra field to the local header.
     *
     * @param field the field
     * @return this builder
     */
    public EntryBuilder localExtra(ExtraField field) {
        localExtras.add(field);
        return this;
    }

    /**
     * Sets the comment.
     *
     * @param bytes up to 65,535 bytes
     * @return this builder
     */
    public EntryBuilder comment(byte[] bytes) {
        this.comment = bytes.clone();
        return this;
    }

    /**
     * Moves CRC and sizes behind the data.
     *
     * @param descriptor its form
     * @return this builder
     */
    public EntryBuilder descriptor(Descriptor descriptor) {
        this.descriptor = Objects.requireNonNull(descriptor, "descriptor");
        return this;
    }

    /**
     * Encrypts the entry.
     *
     * @param encryption how
     * @return this builder
     */
    public EntryBuilder encrypted(Encryption encryption) {
        this.encryption = Objects.requireNonNull(encryption, "encryption");
        return this;
    }

    /**
     * Chooses whether the headers use ZIP64.
     *
     * @param choice default {@link Zip64#AUTO}
     * @return this builder
     */
    public EntryBuilder zip64(Zip64 choice) {
        this.zip64 = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Chooses which fields of the central header stand in the ZIP64 field, whatever their values.
     *
     * @param fields exactly these
     * @return this builder
     */
    public EntryBuilder zip64Fields(Zip64Field... fields) {
        EnumSet<Zip64Field> chosen = EnumSet.noneOf(Zip64Field.class);
        chosen.addAll(List.of(fields));
        this.zip64Fields = chosen;
        return this;
    }

    /**
     * Lies wherever the value stands: both headers and the descriptor.
     *
     * @param lies what to say; lies for one place come first
     * @return this builder
     */
    public EntryBuilder lies(HeaderLies lies) {
        this.lies = Objects.requireNonNull(lies, "lies");
        return this;
    }

    /**
     * Lies in the central header.
     *
     * @param lies what to say
     * @return this builder
     */
    public EntryBuilder centralLies(HeaderLies lies) {
        this.centralLies = Objects.requireNonNull(lies, "lies");
        return this;
    }

    /**
     * Lies in the local header.
     *
     * @param lies what to say, with a descriptor also in place of the zeros
     * @return this builder
     */
    public EntryBuilder localLies(HeaderLies lies) {
        this.localLies = Objects.requireNonNull(lies, "lies");
        return this;
    }

    /**
     * Lies in the data descriptor.
     *
     * @param lies what to say
     * @return this builder
     */
    public EntryBuilder descriptorLies(HeaderLies lies) {
        this.descriptorLies = Objects.requireNonNull(lies, "lies");
        return this;
    }

    /**
     * Puts bytes that belong to nothing before the local header.
     *
     * @param bytes the bytes
     * @return this builder
     */
    public EntryBuilder leading(byte[] bytes) {
        this.leading = bytes.clone();
        return this;
    }

    /**
     * Writes a central header alone. Without a lie about the offset it points at what comes next.
     *
     * @return this builder
     */
    public EntryBuilder centralOnly() {
        this.centralOnly = true;
        return this;
    }

    /**
     * Makes the entry.
     *
     * @return an immutable value
     */
    public EntryModel build() {
        return new EntryModel(this);
    }
}
