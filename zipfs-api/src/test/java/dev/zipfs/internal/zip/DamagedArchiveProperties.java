package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.PasswordProvider;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.internal.io.LittleEndian;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever happens to an archive's bytes: right content or an {@link IOException}, within bounded memory and time. */
class DamagedArchiveProperties {
    private static final int[] NASTY = {
        0, 1, -1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF, 0xFFFF_0000, 0x0201_4B50, 0x0403_4B50, 0x0605_4B50, 0x0606_4B50
    };

    /** Readers may hold a decoder's window and buffers, never anything in proportion to what a field claims. */
    private static final long MOST_ALLOCATED = 64L << 20;

    private static final int MOST_READ = 1 << 20;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Set<List<Byte>> contents = new HashSet<>();
    private final List<byte[]> archives = new ArrayList<>();

    DamagedArchiveProperties() {
        for (boolean zip64 : new boolean[] {false, true}) {
            TinyZip zip = new TinyZip();
            zip.zip64 = zip64;
            zip.comment = "a comment".getBytes(UTF_8);
            byte[] text = "some text, ".repeat(300).getBytes(UTF_8);
            byte[] noise = new byte[2000];
            new Random(9).nextBytes(noise);
            zip.add("folder/", "");
            zip.add("folder/stored.bin".getBytes(UTF_8), noise);
            zip.deflated("folder/deflated.txt", text).extra(TinyZip.extra(0x5455, new byte[] {1, 1, 2, 3, 4}));
            zip.deflated("grüße.txt", noise).extra(TinyZip.extra(0x000A, new byte[32]));
            TinyZip.TinyEntry large = zip.add("zip64".getBytes(UTF_8), noise);
            large.size = 0xFFFF_FFFFL;
            large.compressedSize = 0xFFFF_FFFFL;
            large.extra(TinyZip.extra(1, new TinyZip.Out().u64(2000).u64(2000).toBytes()));
            zip.add("secret".getBytes(UTF_8), text).flags(1).raw(0, PlainCipher.encrypt(text, new byte[] {'p', 'w'}));
            archives.add(zip.build());
            for (byte[] content : List.of(new byte[0], text, noise)) {
                contents.add(boxed(content));
            }
        }
        for (byte[] sample : List.of(
                Samples.AES_128_STORED,
                Samples.AES_256_DEFLATED,
                Samples.ZIP_CRYPTO_DESCRIPTOR,
                Samples.BZIP2,
                Samples.DEFLATE64,
                Samples.LZMA,
                Samples.XZ)) {
            archives.add(sample);
        }
        contents.add(boxed(Samples.SECRET));
        contents.add(boxed(Samples.TEXT));
    }

    @Property(tries = 6000, seed = "20261130", shrinking = ShrinkingMode.OFF)
    void damageGivesRightContentOrAnIOException(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] archive = archives.get(random.nextInt(4) > 0 ? random.nextInt(2) : random.nextInt(archives.size()));
        byte[] damaged = damage(archive, random);
        CollectingRequest request = new CollectingRequest();
        request.passwords = PasswordProvider.of(new char[] {'p', 'w'});
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        readAll(new BytesSource(damaged), request);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated, seed %d", seed)
                .isLessThan(MOST_ALLOCATED);
        assertThat(System.nanoTime() - start).as("nanoseconds, seed %d", seed).isLessThan(TimeUnit.SECONDS.toNanos(20));
    }

    private void readAll(ArchiveSource source, CollectingRequest request) {
        try (ArchiveIndex index = new ZipFormat().open(source, request)) {
            for (int entry = 0; entry < index.entryCount(); entry++) {
                askAll(index, entry);
                read(index, entry);
            }
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static void askAll(ArchiveIndex index, int entry) {
        byte[] path = new byte[index.pathLength(entry)];
        assertThat(index.copyPath(entry, path, 0)).isEqualTo(path.length);
        assertThat(Utf8.isValid(path, 0, path.length)).isTrue();
        assertThat(index.rawName(entry)).isNotNull();
        assertThat(index.type(entry)).isNotNull();
        assertThat(index.size(entry)).isNotNegative();
        assertThat(index.compressedSize(entry)).isNotNegative();
        assertThat(index.method(entry)).isNotEmpty();
        assertThat(index.modifiedNanos(entry)).isBetween(0, 999_999_999);
        assertThat(index.modifiedSeconds(entry)).isGreaterThan(-11_644_473_601L);
        assertThat(index.permissions(entry)).isBetween(-1, 07777);
    }

    private void read(ArchiveIndex index, int entry) {
        try (EntryReader reader = index.open(entry)) {
            if (reader.size() > MOST_READ) {
                reader.read(0, ByteBuffer.allocate(1000));
                return;
            }
            ByteBuffer content = ByteBuffer.allocate((int) reader.size());
            while (content.hasRemaining()) {
                int limit = Math.min(content.capacity(), content.position() + 777);
                content.limit(limit);
                assertThat(reader.read(content.position(), content)).isPositive();
                content.limit(content.capacity());
            }
            assertThat(contents).contains(boxed(content.array()));
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static byte[] damage(byte[] archive, Random random) {
        byte[] damaged = archive.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            // Mostly in the directory and behind it: that is where an error has consequences.
            int from = random.nextInt(3) > 0 ? Math.max(0, damaged.length - 450) : 0;
            if (damaged.length - from < 8) {
                return damaged;
            }
            int at = from + random.nextInt(damaged.length - from - 4);
            switch (random.nextInt(8)) {
                case 0, 1 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> damaged[at] = (byte) random.nextInt();
                case 3, 4 -> LittleEndian.putI32(damaged, at, NASTY[random.nextInt(NASTY.length)]);
                case 5 -> LittleEndian.putU16(damaged, at, NASTY[random.nextInt(NASTY.length)]);
                case 6 -> damaged = Arrays.copyOf(damaged, at);
                default -> damaged = moved(damaged, at, 1 + random.nextInt(50), random.nextBoolean());
            }
        }
        return damaged;
    }

    private static byte[] moved(byte[] bytes, int at, int length, boolean insert) {
        int source = insert ? at : Math.min(bytes.length, at + length);
        int target = insert ? at + length : at;
        byte[] moved = new byte[target + bytes.length - source];
        System.arraycopy(bytes, 0, moved, 0, at);
        System.arraycopy(bytes, source, moved, target, bytes.length - source);
        return moved;
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> list = new ArrayList<>(bytes.length);
        for (byte b : bytes) {
            list.add(b);
        }
        return list;
    }
}
