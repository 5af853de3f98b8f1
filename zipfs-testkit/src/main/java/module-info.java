/**
 * Contracts, archives, fakes and assertions to test extensions of zipfs with, and programs that use it. Start with
 * {@code dev.zipfs.testkit.contract} for an extension of your own, {@code dev.zipfs.testkit.fake} for a program.
 *
 * <p>Open, since JUnit looks into the contracts that a user's tests extend.
 *
 * @since 0.1
 */
@org.jspecify.annotations.NullMarked
open module dev.zipfs.testkit {
    requires transitive dev.zipfs;
    requires transitive net.jqwik.api;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;
    // What codecs use, each where it is there.
    requires static com.github.luben.zstd_jni;
    requires static org.apache.commons.compress;
    requires static org.tukaani.xz;

    exports dev.zipfs.testkit;
    exports dev.zipfs.testkit.assertion;
    exports dev.zipfs.testkit.codec;
    exports dev.zipfs.testkit.contract;
    exports dev.zipfs.testkit.corpus;
    exports dev.zipfs.testkit.fake;
    exports dev.zipfs.testkit.generate;
    exports dev.zipfs.testkit.model;
}
