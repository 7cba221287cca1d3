package dev.agenthost.orchestrator.tool.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutgoingTest {
    private final Outgoing outgoing = new Outgoing();

    @Test
    void linesGoInTheirOrder() throws InterruptedException {
        Outgoing.Line first = line(1);
        Outgoing.Line second = line(1);
        outgoing.offer(first);
        outgoing.offer(second);

        assertThat(outgoing.take()).isSameAs(first);
        assertThat(outgoing.take()).isSameAs(second);
    }

    @Test
    void soManyLinesWaitAndNoMore() {
        for (int i = 0; i < Outgoing.MOST_LINES; i++) {
            assertThat(outgoing.offer(line(1))).isTrue();
        }

        assertThat(outgoing.offer(line(1))).isFalse();
    }

    @Test
    void soManyBytesWaitAndNoMoreUntilSomeAreTakenOrWithdrawn() throws InterruptedException {
        Outgoing.Line last = line(1);
        assertThat(outgoing.offer(line(Outgoing.MOST_BYTES - 1))).isTrue();
        assertThat(outgoing.offer(last)).isTrue();
        assertThat(outgoing.offer(line(1))).isFalse();

        assertThat(outgoing.withdraw(last)).isTrue();
        assertThat(outgoing.offer(line(1))).isTrue();
        outgoing.take();
        assertThat(outgoing.offer(line(Outgoing.MOST_BYTES - 1))).isTrue();
    }

    @Test
    void whatWasTakenIsNotWithdrawnAndWhatWasNotIsNeverSaid() throws InterruptedException {
        Outgoing.Line taken = line(1);
        Outgoing.Line waits = line(1);
        outgoing.offer(taken);
        outgoing.offer(waits);
        outgoing.take();
        assertThat(outgoing.withdraw(taken)).isFalse();

        outgoing.close();

        assertThat(outgoing.wasTaken(taken)).isTrue();
        assertThat(outgoing.wasTaken(waits)).isFalse();
        assertThat(outgoing.take()).isNull();
        assertThat(outgoing.offer(line(1))).isFalse();
    }

    @Test
    void theEndWakesWhoWaitsForALine() throws Exception {
        CompletableFuture<Outgoing.Line> taken = CompletableFuture.supplyAsync(() -> {
            try {
                return outgoing.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        outgoing.close();

        assertThat(taken.get(30, TimeUnit.SECONDS)).isNull();
    }

    private static Outgoing.Line line(int bytes) {
        return new Outgoing.Line(new byte[bytes]);
    }
}
