package dev.zipfs.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.testkit.generate.ReadConsistency;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SparseArchiveTest {
    private static final ArchiveModel MODEL = ArchiveModel.of(
            EntryModel.file("sparse", Content.sparse(500_000, 200_000)).build(),
            EntryModel.file("zeros", Content.zeros(300_000)).build(),
            EntryModel.file("noise", Content.noise(1000, 1)).deflated().build());

    @Test
    void bytesAreThoseOfTheModel() throws Exception {
        SparseArchive sparse = SparseArchive.of(MODEL);
        Content whole = Content.bytes(MODEL.toBytes());
        assertThat(sparse.size()).isEqualTo(whole.size());
        ReadConsistency.check(sparse::read, whole);
    }

    @Test
    void closedSourceIsNotRead() {
        SparseArchive sparse = SparseArchive.of(MODEL);
        sparse.close();
        assertThatThrownBy(() -> sparse.read(0, ByteBuffer.allocate(1))).isInstanceOf(IllegalStateException.class);
    }
}
