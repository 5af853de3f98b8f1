package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.testkit.fake.MemoryView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HandleTableTest {
    private final MemoryView view = MemoryView.windows().file("f", "x");
    private final HandleTable table = new HandleTable();

    private OpenNode node() {
        return new OpenNode(view, view.lookup("f"));
    }

    @Test
    void numbersAreNeverZeroNorUsedAgain() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            long context = table.add(node());
            assertThat(context).isNotZero();
            assertThat(seen.add(context)).isTrue();
            if (i % 3 != 0) {
                assertThat(table.remove(context)).isNotNull();
            }
        }
    }

    @Test
    void unknownNumbersGiveNothing() {
        long closed = table.add(node());
        table.remove(closed);
        OpenNode next = node();
        long context = table.add(next);

        assertThat(table.get(context)).isSameAs(next);
        for (long unknown :
                new long[] {0, closed, -1, Long.MIN_VALUE, Long.MAX_VALUE, context + 1, context ^ 1L << 40}) {
            assertThat(table.get(unknown)).as("%x", unknown).isNull();
            assertThat(table.remove(unknown)).as("%x", unknown).isNull();
        }
    }

    @Test
    void manyStayKnownWhileTheTableGrows() {
        List<OpenNode> nodes = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            OpenNode node = node();
            table.add(node);
            nodes.add(node);
        }

        assertThat(nodes)
                .allSatisfy(node -> assertThat(table.get(node.context())).isSameAs(node));
        assertThat(table.all()).containsExactlyElementsOf(nodes);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void threadsFindTheirOwn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        OpenNode node = node();
                        long context = table.add(node);
                        assertThat(table.get(context)).isSameAs(node);
                        assertThat(table.remove(context)).isSameAs(node);
                        assertThat(table.get(context)).isNull();
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(table.all()).isEmpty();
    }
}
