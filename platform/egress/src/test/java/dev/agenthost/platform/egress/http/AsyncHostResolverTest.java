package dev.agenthost.platform.egress.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AsyncHostResolverTest {
    private static final Vertx VERTX = Vertx.vertx();

    /** More than there are threads for lookups, and than Vert.x has for all blocking work. */
    private static final int MANY = 40;

    @AfterAll
    static void stop() {
        VERTX.close();
    }

    @Test
    void otherBlockingWorkDoesNotWaitForAResolverThatIsSilent() throws Exception {
        var answers = new CountDownLatch(1);
        var lookups = new AsyncHostResolver(VERTX, host -> {
            await(answers);
            return List.of(InetAddress.getLoopbackAddress());
        });
        List<Future<List<InetAddress>>> asked = IntStream.range(0, MANY)
                .mapToObj(i -> lookups.of("silent.example"))
                .toList();

        assertThat(VERTX.executeBlocking(() -> "done")
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .isEqualTo("done");
        assertThat(asked).noneMatch(Future::isComplete);

        answers.countDown();
        for (var one : asked) {
            assertThat(one.toCompletionStage().toCompletableFuture().get(10, SECONDS))
                    .hasSize(1);
        }
    }

    @Test
    void aNameThatLeadsNowhereFails() {
        var lookups = new AsyncHostResolver(VERTX, host -> {
            throw new UnknownHostException(host);
        });

        assertThatThrownBy(() -> lookups.of("no.example")
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(UnknownHostException.class);
    }

    private static void await(CountDownLatch latch) throws UnknownHostException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("given up");
        }
    }
}
