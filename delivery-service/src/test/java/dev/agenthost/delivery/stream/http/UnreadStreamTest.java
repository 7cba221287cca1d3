package dev.agenthost.delivery.stream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamCloseReason;
import dev.agenthost.delivery.stream.StreamCursor;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultPayload;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests streams on real sockets, with the test as their tail. */
class UnreadStreamTest {
    private static final String MEGABYTE = "x".repeat(1_000_000);

    /** A reader that does not read fills it soon. */
    private static final int SMALL_BUFFER = 16_384;
    /** A fast reader is not slowed down by small windows of TCP. */
    private static final int LARGE_BUFFER = 1 << 20;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final DeliveredRun run = DeliveredRun.toEventSurface();
    private final List<ResultTail.Reader> readers = new CopyOnWriteArrayList<>();
    private final List<StreamCloseReason> closeReasons = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private StreamBufferBudget.Total total = new StreamBufferBudget.Total(100_000_000);
    private HttpServer server;
    private volatile Duration unreadTimeout = Duration.ofSeconds(5);
    private long next = 1;

    @BeforeEach
    void listen() throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(this::open)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void aReaderThatDoesNotReadIsDisconnectedAndOthersReceiveEverything() throws Exception {
        try (Client stuck = connect();
                Client other = connect()) {
            awaitReaders(2);
            say(run.started());
            List<String> seen = other.ids(1);
            for (int i = 0; i < 10; i++) {
                say(DeliveredRun.delta(MEGABYTE));
                seen.addAll(other.ids(1));
            }

            await().atMost(LIMIT).until(() -> closeReasons.equals(List.of(StreamCloseReason.STUCK)));
            await().until(() -> ended.get() == 1);
            assertThat(total.bytes().get()).isZero();
            say(DeliveredRun.completed());
            seen.addAll(other.ids(1));
            assertThat(seen).hasSize(12).startsWith("1-1").endsWith("1-12");
            await().until(() -> ended.get() == 2);
        }
    }

    @Test
    void aReaderThatDoesNotReadTheEndStaysOpenUntilItIsDisconnected() throws Exception {
        try (Client stuck = connect()) {
            awaitReaders(1);
            say(
                    run.started(),
                    DeliveredRun.delta(MEGABYTE),
                    DeliveredRun.delta(MEGABYTE),
                    DeliveredRun.delta(MEGABYTE),
                    DeliveredRun.delta(MEGABYTE),
                    DeliveredRun.completed());

            await().until(() -> readers.isEmpty());
            assertThat(ended).hasValue(0);
            await().atMost(LIMIT).until(() -> ended.get() == 1);
            assertThat(closeReasons).containsExactly(StreamCloseReason.STUCK);
        }
    }

    @Test
    void aReaderThatReadsTheEndIsClosedAtOnce() throws Exception {
        try (Client reader = connect()) {
            awaitReaders(1);
            say(run.started(), DeliveredRun.message("x"), DeliveredRun.completed());

            assertThat(reader.ids(3)).containsExactly("1-1", "1-2", "1-3");
            await().until(() -> ended.get() == 1);
            assertThat(closeReasons).isEmpty();
        }
    }

    @Test
    void beyondTheTotalLimitTheReaderThatDoesNotReadIsDisconnected() throws Exception {
        total = new StreamBufferBudget.Total(3_000_000);
        try (Client stuck = connect();
                Client other = connect()) {
            awaitReaders(2);
            say(run.started());
            List<String> seen = other.ids(1);
            for (int i = 0; i < 20; i++) {
                say(DeliveredRun.delta("x".repeat(60_000)), DeliveredRun.delta("y".repeat(1_000)));
                say(DeliveredRun.delta(MEGABYTE.substring(0, 400_000)));
                seen.addAll(other.ids(3));
            }
            await().atMost(LIMIT).until(() -> closeReasons.size() == 1);
            assertThat(closeReasons).containsAnyOf(StreamCloseReason.SLOW, StreamCloseReason.STUCK);
            assertThat(seen).hasSize(61);
        }
    }

    @Test
    void entriesThatArriveFasterThanTheyAreWrittenArriveCompleteAndInOrder() throws Exception {
        // The reader reads all the time; on a busy machine it may get no processor for longer than the others may
        // pause.
        unreadTimeout = Duration.ofMinutes(2);
        try (Client reader = connect(LARGE_BUFFER)) {
            awaitReaders(1);
            say(run.started());
            Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 100_000; i++) {
                    say(DeliveredRun.delta("d"));
                }
                say(DeliveredRun.completed());
            });

            List<String> seen = reader.ids(100_002);
            for (int i = 0; i < seen.size(); i++) {
                assertThat(seen.get(i)).isEqualTo("1-" + (i + 1));
            }
            assertThat(closeReasons).isEmpty();
        }
    }

    private void open(HttpServerRequest request) {
        StreamPolicy policy = new StreamPolicy(
                Duration.ofMillis(100), Duration.ofMillis(50), 60_000_000, total.limit(), unreadTimeout, 0, 10, 1);
        LiveStream.Dependencies dependencies =
                new LiveStream.Dependencies(vertx, new Tail(), null, new NoRuns(), policy, closeReasons::add, total);
        StreamRequest address = new StreamRequest(
                new RunKey(run.workspace(), run.runId()), 0, StreamCursor.beginning(), null, false, null);
        new LiveStream(
                        dependencies,
                        vertx.getOrCreateContext(),
                        new EventStreamResponse(request),
                        address,
                        0,
                        null,
                        stream -> ended.incrementAndGet())
                .start();
    }

    /** Delivers every entry of the test. */
    private final class Tail implements ResultTail {
        @Override
        public void join(int partition, RunId run, Reader reader) {
            reader.joined(0, List.of());
            readers.add(reader);
        }

        @Override
        public void leave(int partition, RunId run, Reader reader) {
            readers.remove(reader);
        }
    }

    private synchronized void say(ResultPayload... payloads) {
        ResultLogEntry entry = ResultLogEntry.read(next, ProtocolCodec.encode(run.record(1, next, payloads)));
        next += payloads.length;
        readers.forEach(reader -> reader.arrived(entry));
    }

    private Client connect() throws IOException {
        return connect(SMALL_BUFFER);
    }

    /** HTTP/1.0 has no chunks, so the body consists of lines. @param buffer bytes of the socket */
    private Client connect(int buffer) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(buffer);
        socket.connect(new InetSocketAddress("127.0.0.1", server.actualPort()));
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write("GET / HTTP/1.0\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return new Client(
                socket, new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)));
    }

    private void awaitReaders(int count) {
        await().until(() -> readers.size() == count);
    }

    /** A reader that reads on request only. */
    private record Client(Socket socket, BufferedReader lines) implements AutoCloseable {
        /** Returns the next ids. */
        List<String> ids(int count) throws IOException {
            List<String> ids = new ArrayList<>();
            while (ids.size() < count) {
                String line = lines.readLine();
                if (line == null) {
                    throw new IOException("over after " + ids.size());
                }
                if (line.startsWith("id: ")) {
                    ids.add(line.substring("id: ".length()));
                }
            }
            return ids;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
