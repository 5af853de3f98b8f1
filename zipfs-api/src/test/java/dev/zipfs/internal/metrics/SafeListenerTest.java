package dev.zipfs.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.zipfs.DriveListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafeListenerTest {
    @Test
    void whatAListenerThrowsStaysWithIt() {
        List<String> told = new ArrayList<>();
        DriveListener safe = SafeListener.of(new DriveListener() {
            @Override
            public void opened(String path) {
                told.add(path);
                throw new IllegalStateException();
            }

            @Override
            public void failed(String path, IOException cause) {
                told.add(path);
                throw new AssertionError();
            }
        });
        assertThatCode(() -> {
                    safe.opened("a");
                    safe.failed("b", new IOException());
                    safe.opened("c");
                    safe.decoding("d", 1, 2);
                })
                .doesNotThrowAnyException();
        assertThat(told).containsExactly("a", "b", "c");
    }

    @Test
    void isNotWrappedTwice() {
        DriveListener safe = SafeListener.of(new DriveListener() {});
        assertThat(SafeListener.of(safe)).isSameAs(safe);
    }
}
