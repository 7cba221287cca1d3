package dev.agenthost.delivery.stream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamCursor;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the lookups of a stream whose run the database does not have. */
class WaitingStreamTest {
    private static final Duration INTERVAL = Duration.ofMillis(20);

    private final Vertx vertx = Vertx.vertx();
    private final DeliveredRun run = DeliveredRun.toEventSurface();
    private NoRuns runs = new NoRuns();
    private List<ResultLogEntry> recent = List.of();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    /** So waiting streams do not load the database. */
    @Test
    void eachLookupWaitsTwiceAsLongAsTheOneBefore() throws Exception {
        try (Socket reader = connect()) {
            await().atMost(Duration.ofMinutes(1)).until(() -> runs.lookups().size() >= 6);
        }
        List<Long> lookups = runs.lookups();

        for (int i = 1; i < 6; i++) {
            Duration pause = Duration.ofNanos(lookups.get(i) - lookups.get(i - 1));
            // A timer counts in whole milliseconds.
            assertThat(pause).isGreaterThan(INTERVAL.multipliedBy(1L << (i - 1)).minusMillis(2));
        }
    }

    /** The database may have an earlier start. */
    @Test
    void aStartThatCameByTheTailIsNotTrustedWhileLookupsFail() throws Exception {
        runs = new NoRuns(2);
        recent = List.of(ResultLogEntry.read(
                7, ProtocolCodec.encode(run.record(1, 1, run.started(), DeliveredRun.completed()))));
        try (Socket reader = connect()) {
            String answer = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).contains("id: 1-1\n", "id: 1-2\n");
        }
        assertThat(runs.lookups()).hasSize(3);
    }

    private Socket connect() throws Exception {
        var server = vertx.createHttpServer()
                .requestHandler(this::open)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        Socket reader = new Socket("127.0.0.1", server.actualPort());
        reader.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return reader;
    }

    private void open(HttpServerRequest request) {
        var total = new StreamBufferBudget.Total(1_000_000);
        var policy = new StreamPolicy(
                Duration.ofSeconds(15), INTERVAL, 1_000_000, total.limit(), Duration.ofSeconds(30), 0, 10, 1);
        var dependencies = new LiveStream.Dependencies(vertx, new Tail(), null, runs, policy, reason -> {}, total);
        var address = new StreamRequest(
                new RunKey(run.workspace(), run.runId()), 0, StreamCursor.beginning(), null, false, null);
        new LiveStream(
                        dependencies,
                        vertx.getOrCreateContext(),
                        new EventStreamResponse(request),
                        address,
                        0,
                        null,
                        stream -> {})
                .start();
    }

    private final class Tail implements ResultTail {
        @Override
        public void join(int partition, RunId run, Reader reader) {
            reader.joined(0, recent);
        }

        @Override
        public void leave(int partition, RunId run, Reader reader) {}
    }
}
