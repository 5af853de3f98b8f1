package dev.zipfs.testkit.contract;

import dev.zipfs.spi.EntryReader;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import java.io.IOException;
import org.junit.jupiter.api.Nested;

/** Readers of every method and kind of encryption, as the format that the library finds opens them. */
class ShippedReadersTest {
    private abstract static class OfZip extends EntryReaderContract {
        private final Readers.Packing packing;

        OfZip(Readers.Packing packing) {
            this.packing = packing;
        }

        @Override
        protected EntryReader open(Content content) throws IOException {
            return Readers.open(content, packing);
        }

        @Override
        protected EntryReader openWithWrongChecksum(Content content) throws IOException {
            return Readers.openWithWrongChecksum(content, packing);
        }
    }

    /** Sequential readers decode from the beginning for each step back: less content is enough. */
    private abstract static class Sequential extends OfZip {
        Sequential(Readers.Packing packing) {
            super(packing);
        }

        @Override
        protected int largest() {
            return 50_000;
        }
    }

    @Nested
    class Stored extends OfZip {
        Stored() {
            super((entry, content) -> entry);
        }
    }

    @Nested
    class Deflated extends OfZip {
        Deflated() {
            super((entry, content) -> entry.deflated());
        }
    }

    @Nested
    class Deflate64 extends Sequential {
        Deflate64() {
            super((entry, content) -> entry.raw(9, Readers.deflate64(content)));
        }
    }

    @Nested
    class Bzip2 extends Sequential {
        Bzip2() {
            super((entry, content) -> entry.raw(12, Readers.bzip2(content)));
        }
    }

    @Nested
    class Lzma extends Sequential {
        Lzma() {
            super((entry, content) -> entry.raw(14, Readers.lzma(content)).flags(2));
        }
    }

    @Nested
    class Xz extends Sequential {
        Xz() {
            super((entry, content) -> entry.raw(95, Readers.xz(content)));
        }
    }

    @Nested
    class Shrunk extends Sequential {
        Shrunk() {
            super((entry, content) -> entry.raw(1, Readers.shrunk(content)));
        }
    }

    @Nested
    class Imploded extends Sequential {
        Imploded() {
            super((entry, content) -> entry.raw(6, Readers.imploded(content)));
        }
    }

    @Nested
    class ZipCryptoDeflated extends Sequential {
        ZipCryptoDeflated() {
            super((entry, content) -> entry.deflated().encrypted(Encryption.zipCrypto(Readers.PASSWORD)));
        }
    }

    @Nested
    class AesStored extends OfZip {
        AesStored() {
            super((entry, content) -> entry.encrypted(
                    Encryption.aes(Readers.PASSWORD, Encryption.KeyLength.AES_256, Encryption.AesVersion.AE_1)));
        }
    }

    @Nested
    class AesDeflated extends OfZip {
        AesDeflated() {
            super((entry, content) -> entry.deflated()
                    .encrypted(Encryption.aes(
                            Readers.PASSWORD, Encryption.KeyLength.AES_128, Encryption.AesVersion.AE_1)));
        }
    }
}
