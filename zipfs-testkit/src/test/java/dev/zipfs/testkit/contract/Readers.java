package dev.zipfs.testkit.contract;

import dev.zipfs.PasswordProvider;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.HeaderLies;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/** Entries of every kind, opened through the format that the library finds. */
final class Readers {
    static final String PASSWORD = "pw";

    private Readers() {}

    static ArchiveFormat zip() {
        return ServiceLoader.load(ArchiveFormat.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(format -> format.id().equals("zip"))
                .findFirst()
                .orElseThrow();
    }

    static EntryReader open(Content content, UnaryOperator<EntryBuilder> packing) throws IOException {
        return zip().open(InMemoryArchive.of(packed(content, packing, HeaderLies.none())), new WithPassword())
                .open(0);
    }

    static EntryReader openWithWrongChecksum(Content content, UnaryOperator<EntryBuilder> packing) throws IOException {
        HeaderLies lie = HeaderLies.none().crc(content.crc32() ^ 1);
        return zip().open(InMemoryArchive.of(packed(content, packing, lie)), new WithPassword())
                .open(0);
    }

    private static ArchiveModel packed(Content content, UnaryOperator<EntryBuilder> packing, HeaderLies lies)
            throws IOException {
        return ArchiveModel.of(
                packing.apply(EntryModel.file("entry", content)).lies(lies).build());
    }

    private static final class WithPassword extends PlainRequest {
        @Override
        public PasswordProvider passwords() {
            return PasswordProvider.of(PASSWORD.toCharArray());
        }
    }
}
