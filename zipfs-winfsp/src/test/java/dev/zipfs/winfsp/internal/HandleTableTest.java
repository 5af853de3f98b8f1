package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HandleTableTest {
    private final HandleTable table = new HandleTable();

    private static OpenFile file() {
        return new MemoryView.Bytes(new byte[0]);
    }

    @Test
    void handlesAreNeverZeroNegativeOrUsedTwice() {
        OpenFile first = file();
        long handle = table.add(first);
        assertThat(table.remove(handle)).isSameAs(first);

        long next = table.add(file());

        assertThat(handle).isPositive();
        assertThat(next).isPositive().isNotEqualTo(handle);
        assertThat(table.get(handle)).isNull();
        assertThat(table.remove(handle)).isNull();
    }

    @Test
    void numbersThatWereNeverGivenAreUnknown() {
        table.add(file());
        for (long handle : new long[] {0, -1, 1, 15, 16, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32 | 1000}) {
            assertThat(table.get(handle)).as("handle %s", handle).isNull();
            assertThat(table.remove(handle)).as("handle %s", handle).isNull();
        }
    }

    @Test
    void anySequenceBehavesAsAMap() {
        Random random = new Random(42);
        Map<Long, OpenFile> model = new HashMap<>();
        List<Long> given = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (given.isEmpty() || random.nextInt(5) < 2) {
                OpenFile file = file();
                long handle = table.add(file);
                assertThat(model.put(handle, file)).isNull();
                given.add(handle);
            } else {
                long handle = given.get(random.nextInt(given.size()));
                if (random.nextBoolean()) {
                    assertThat(table.get(handle)).isSameAs(model.get(handle));
                } else {
                    assertThat(table.remove(handle)).isSameAs(model.remove(handle));
                }
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
        assertThat(table.removeAll()).containsExactlyInAnyOrderElementsOf(model.values());
        assertThat(table.size()).isZero();
    }
}
