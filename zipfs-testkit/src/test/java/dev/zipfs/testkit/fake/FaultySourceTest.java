package dev.zipfs.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class FaultySourceTest {
    private final FaultySource source = FaultySource.over(InMemoryArchive.of(new byte[100]));

    private int read(long position, int length) throws IOException {
        return source.read(position, ByteBuffer.allocate(length));
    }

    @Test
    void soundUntilToldOtherwise() throws Exception {
        assertThat(read(0, 50)).isEqualTo(50);
        assertThat(read(90, 50)).isEqualTo(10);
        assertThat(read(100, 50)).isEqualTo(-1);
        assertThat(source.bytesRead()).isEqualTo(60);
        assertThat(source.reads()).isEqualTo(3);
    }

    @Test
    void faultsTouchWhatTheyCoverAndEnd() throws Exception {
        source.failBetween(50, 60);
        assertThat(read(0, 50)).isEqualTo(50);
        assertThat(read(60, 10)).isEqualTo(10);
        assertThatThrownBy(() -> read(49, 2)).hasMessageContaining("bad sector at 50");
        source.repair().truncate(80);
        assertThat(read(70, 10)).isEqualTo(10);
        assertThatThrownBy(() -> read(70, 11)).hasMessageContaining("cut short");
        source.repair().disappear();
        assertThatThrownBy(() -> read(0, 1)).isInstanceOf(IOException.class);
        source.repair();
        assertThat(read(0, 100)).isEqualTo(100);
        source.close();
        assertThatThrownBy(() -> read(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThat(source.closed()).isTrue();
    }
}
