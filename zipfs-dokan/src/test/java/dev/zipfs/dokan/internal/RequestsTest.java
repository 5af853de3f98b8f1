package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.dokan.internal.Requests.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RequestsTest {
    private final List<Long> moved = new ArrayList<>();

    private boolean move(long info) {
        return moved.add(info);
    }

    @Test
    void whatRunsLongerThanPatienceIsMovedAndMovedAgain() {
        Requests requests = new Requests(Duration.ZERO);
        Request request = requests.begin(7);
        requests.extend(this::move);
        requests.extend(this::move);
        requests.end(request);
        requests.extend(this::move);

        assertThat(moved).containsExactly(7L, 7L);
    }

    @Test
    void whatIsQuickIsLeftAlone() {
        Requests requests = new Requests(Duration.ofHours(1));
        Request request = requests.begin(7);
        requests.extend(this::move);
        requests.end(request);

        assertThat(moved).isEmpty();
    }

    @Test
    void aRequestCannotEndWhileItsLimitIsBeingMoved() throws Exception {
        Requests requests = new Requests(Duration.ZERO);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Thread worker = new Thread(() -> {
            Request request = requests.begin(7);
            begun.countDown();
            awaitQuietly(mayEnd);
            requests.end(request);
            ended.set(true);
        });
        worker.start();
        begun.await();
        requests.extend(info -> {
            mayEnd.countDown();
            // The worker now tries to end; it is seen waiting for this very request.
            while (worker.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            assertThat(ended).isFalse();
            return move(info);
        });
        worker.join();

        assertThat(moved).containsExactly(7L);
        assertThat(ended).isTrue();
    }

    @Test
    void threadsThatAreGoneAreForgotten() throws Exception {
        Requests requests = new Requests(Duration.ZERO);
        Thread thread = new Thread(() -> requests.begin(7));
        thread.start();
        thread.join();
        requests.extend(this::move);

        assertThat(moved).isEmpty();
    }

    @Test
    void aThreadKnowsWhetherItIsInsideARequest() throws Exception {
        Requests requests = new Requests(Duration.ZERO);
        assertThat(requests.isCurrentThread()).isFalse();
        Request request = requests.begin(7);
        assertThat(requests.isCurrentThread()).isTrue();
        AtomicBoolean other = new AtomicBoolean(true);
        Thread thread = new Thread(() -> other.set(requests.isCurrentThread()));
        thread.start();
        thread.join();
        assertThat(other).isFalse();
        requests.end(request);
        assertThat(requests.isCurrentThread()).isFalse();
    }

    @Test
    void anInterruptHitsTheRequestAndNotTheNextOne() {
        Requests requests = new Requests(Duration.ZERO);
        requests.end(requests.begin(7));
        requests.interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        Request request = requests.begin(8);
        requests.interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        requests.end(request);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
