package dev.zipfs.testkit.contract;

import dev.zipfs.spi.EntryReader;
import dev.zipfs.testkit.codec.Codecs;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryBuilder;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;

/** Readers of every method and kind of encryption, as the format that the library finds opens them. */
class ShippedReadersTest {
    private abstract static class OfZip extends EntryReaderContract {
        private final UnaryOperator<EntryBuilder> packing;

        OfZip(UnaryOperator<EntryBuilder> packing) {
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
        Sequential(UnaryOperator<EntryBuilder> packing) {
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
            super(UnaryOperator.identity());
        }
    }

    @Nested
    class Deflated extends OfZip {
        Deflated() {
            super(entry -> entry.deflated());
        }
    }

    @Nested
    class Deflate64 extends Sequential {
        Deflate64() {
            super(entry -> entry.packed(Codecs.deflate64()));
        }
    }

    @Nested
    class Bzip2 extends Sequential {
        Bzip2() {
            super(entry -> entry.packed(Codecs.bzip2(1)));
        }
    }

    @Nested
    class Lzma extends Sequential {
        Lzma() {
            super(entry -> entry.packed(Codecs.lzma()));
        }
    }

    @Nested
    class Xz extends Sequential {
        Xz() {
            super(entry -> entry.packed(Codecs.xz(1 << 20)));
        }
    }

    @Nested
    class Shrunk extends Sequential {
        Shrunk() {
            super(entry -> entry.packed(Codecs.shrunk()));
        }
    }

    @Nested
    class Imploded extends Sequential {
        Imploded() {
            super(entry -> entry.packed(Codecs.imploded()));
        }
    }

    @Nested
    class ZipCryptoDeflated extends Sequential {
        ZipCryptoDeflated() {
            super(entry -> entry.deflated().encrypted(Encryption.zipCrypto(Readers.PASSWORD)));
        }
    }

    @Nested
    class AesStored extends OfZip {
        AesStored() {
            super(entry -> entry.encrypted(
                    Encryption.aes(Readers.PASSWORD, Encryption.KeyLength.AES_256, Encryption.AesVersion.AE_1)));
        }
    }

    @Nested
    class AesDeflated extends OfZip {
        AesDeflated() {
            super(entry -> entry.deflated()
                    .encrypted(Encryption.aes(
                            Readers.PASSWORD, Encryption.KeyLength.AES_128, Encryption.AesVersion.AE_1)));
        }
    }
}
