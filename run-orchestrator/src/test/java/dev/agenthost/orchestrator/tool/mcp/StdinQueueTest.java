package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StdinQueueTest {
    private final StdinQueue outgoing = new StdinQueue();

    @Test
    void keepsTheOrderOfLines() throws InterruptedException {
        StdinQueue.Line first = line(1);
        StdinQueue.Line second = line(1);
        outgoing.offer(first);
        outgoing.offer(second);

        assertThat(outgoing.take()).isSameAs(first);
        assertThat(outgoing.take()).isSameAs(second);
    }

    @Test
    void limitsTheNumberOfLines() {
        for (int i = 0; i < StdinQueue.MOST_LINES; i++) {
            assertThat(outgoing.offer(line(1))).isTrue();
        }

        assertThat(outgoing.offer(line(1))).isFalse();
    }

    @Test
    void limitsTheBytesOfQueuedLines() throws InterruptedException {
        StdinQueue.Line last = line(1);
        assertThat(outgoing.offer(line(StdinQueue.MOST_BYTES - 1))).isTrue();
        assertThat(outgoing.offer(last)).isTrue();
        assertThat(outgoing.offer(line(1))).isFalse();

        assertThat(outgoing.withdraw(last)).isTrue();
        assertThat(outgoing.offer(line(1))).isTrue();
        outgoing.take();
        assertThat(outgoing.offer(line(StdinQueue.MOST_BYTES - 1))).isTrue();
    }

    @Test
    void withdrawsOnlyQueuedLines() throws InterruptedException {
        StdinQueue.Line dequeued = line(1);
        StdinQueue.Line waits = line(1);
        outgoing.offer(dequeued);
        outgoing.offer(waits);
        outgoing.take();
        assertThat(outgoing.withdraw(dequeued)).isFalse();

        outgoing.close();

        assertThat(outgoing.wasDequeued(dequeued)).isTrue();
        assertThat(outgoing.wasDequeued(waits)).isFalse();
        assertThat(outgoing.take()).isNull();
        assertThat(outgoing.offer(line(1))).isFalse();
    }

    @Test
    void closingWakesAWaitingReader() throws Exception {
        CompletableFuture<StdinQueue.Line> dequeued = CompletableFuture.supplyAsync(() -> {
            try {
                return outgoing.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        outgoing.close();

        assertThat(dequeued.get(30, TimeUnit.SECONDS)).isNull();
    }

    private static StdinQueue.Line line(int bytes) {
        return new StdinQueue.Line(new byte[bytes]);
    }
}
