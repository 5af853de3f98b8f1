package dev.zipfs.internal.zip;

import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenRequest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is worth knowing about an archive beside its entries: which of the format's ways it goes, and what was assumed.
 * Counted when it is asked for.
 *
 * @param source the archive itself
 * @param unmarkedNames how many names are not ASCII, not marked, and no UTF-8
 * @param guess the charset that those turned out to have, where it is not CP437
 */
record ZipDetails(
        CentralDirectory directory,
        DirectoryLocation location,
        ArchiveSource source,
        int unmarkedNames,
        @Nullable Charset guess) {
    private static final int STRONG = CentralHeader.FLAG_STRONG_ENCRYPTION;

    Map<String, String> all(OpenRequest request) {
        Map<String, String> details = new LinkedHashMap<>();
        if (source.volumeCount() > 1) {
            details.put("parts", String.valueOf(source.volumeCount()));
        }
        long front = Long.MAX_VALUE;
        int zip64 = 0;
        int descriptors = 0;
        Map<String, Integer> encryption = new TreeMap<>();
        for (int i = 0; i < directory.count(); i++) {
            byte[] b = directory.bytes(i);
            int at = directory.at(i);
            long start = EntryRecord.localOffset(b, at) + location.bias();
            front = start >= 0 ? Math.min(front, start) : front;
            zip64 += EntryRecord.needsZip64(b, at) ? 1 : 0;
            descriptors += (EntryRecord.flags(b, at) & CentralHeader.FLAG_DESCRIPTOR) != 0 ? 1 : 0;
            if (EntryRecord.encrypted(b, at)) {
                encryption.merge(encryption(b, at), 1, Integer::sum);
            }
        }
        boolean wideEnd = location.entriesMask() == -1;
        if (wideEnd || zip64 > 0) {
            details.put(
                    "zip64",
                    (wideEnd ? "end of archive" : "")
                            + (wideEnd && zip64 > 0 ? ", " : "")
                            + (zip64 > 0 ? zip64 + " entries" : ""));
        }
        if (front > 0 && front < location.start()) {
            details.put(
                    "in front",
                    front + " bytes" + (location.bias() == 0 ? "" : ", which the archive's offsets leave out"));
        }
        long block = signingBlock();
        if (block > 0) {
            details.put("signing block", block + " bytes before the central directory, as Android signs; not checked");
        }
        if (descriptors > 0) {
            details.put("data descriptors", descriptors + " entries");
        }
        if (!encryption.isEmpty()) {
            StringBuilder kinds = new StringBuilder();
            encryption.forEach((kind, count) -> kinds.append(kinds.length() == 0 ? "" : ", ")
                    .append(kind)
                    .append(' ')
                    .append(count));
            details.put("encryption", kinds.toString());
        }
        if (request.charset().isPresent()) {
            details.put("name encoding", request.charset().get().name() + ", as asked for");
        } else if (unmarkedNames > 0) {
            details.put(
                    "name encoding",
                    (guess == null ? "IBM437, the format's default," : guess.name() + ", by far the likeliest,")
                            + " for " + unmarkedNames + " names without a mark");
        }
        return Collections.unmodifiableMap(details);
    }

    /** Storage that fails has nothing to say here: whoever reads an entry is told. */
    private long signingBlock() {
        try {
            return SigningBlock.sizeBefore(source, location.start());
        } catch (IOException unreadable) {
            return 0;
        }
    }

    private static String encryption(byte[] b, int at) {
        if ((EntryRecord.flags(b, at) & STRONG) != 0) {
            return "PKWARE strong";
        }
        WinZipAes.Parameters aes =
                EntryRecord.method(b, at) == CompressionMethod.WINZIP_AES ? WinZipAes.Parameters.of(b, at) : null;
        return aes == null ? "ZipCrypto" : "AES-" + 8 * aes.keyLength() + (aes.hasCrc() ? " (AE-1)" : " (AE-2)");
    }
}
