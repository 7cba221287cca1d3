package dev.agenthost.platform.egress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private interface Script {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final List<String> hosts = new CopyOnWriteArrayList<>();
    private volatile Script script = exchange -> exchange.sendResponseHeaders(204, -1);
    private HttpServer server;
    private int port;

    @BeforeEach
    void aServerOnThisMachine() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        port = server.getAddress().getPort();
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            hosts.add(exchange.getRequestHeaders().getFirst("Host"));
            exchange.getRequestBody().readAllBytes();
            try (exchange) {
                script.answer(exchange);
            }
        });
        server.start();
    }

    @AfterEach
    void itStops() {
        server.stop(0);
    }

    @AfterAll
    static void stop() {
        VERTX.close();
    }

    /** Each of them leads to this machine, or would for a careless reader. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:%d/",
                "http://localhost:%d/",
                "http://LOCALHOST:%d/",
                "http://localhost.:%d/",
                "http://localhost.localdomain:%d/",
                "http://127.0.0.2:%d/",
                "http://127.1:%d/",
                "http://127.0.1:%d/",
                "http://0:%d/",
                "http://0.0.0.0:%d/",
                "http://2130706433:%d/",
                "http://017700000001:%d/",
                "http://0x7f000001:%d/",
                "http://0x7f.1:%d/",
                "http://0177.0.0.1:%d/",
                "http://127.0.0.1.:%d/",
                "http://[::1]:%d/",
                "http://[::]:%d/",
                "http://[0:0:0:0:0:0:0:1]:%d/",
                "http://[::ffff:127.0.0.1]:%d/",
                "http://[::ffff:7f00:1]:%d/",
                "http://[::127.0.0.1]:%d/",
                "http://[64:ff9b::7f00:1]:%d/",
                "http://[2002:7f00:1::]:%d/",
                "http://[fe80::1%%25lo]:%d/",
                "http://user@127.0.0.1:%d/",
                "http://public.example@127.0.0.1:%d/",
                "http://127.0.0.1:%d@127.0.0.1/",
                "ftp://127.0.0.1:%d/",
                "file:///etc/passwd?%d"
            })
    void callsNothingOnThisMachine(String url) {
        HttpCallResult reached = call(outbound(AllowList.EMPTY), url.formatted(port));

        assertThat(reached).isNotInstanceOf(HttpCallResult.Answered.class);
        assertThat(hosts).isEmpty();
    }

    @Test
    void callsWhatAnOperatorLetsThroughUnderItsOwnName() {
        HttpCallResult byNetwork =
                call(outbound(AllowList.parse(List.of("127.0.0.0/8", "::1/128"))), here("localhost"));
        HttpCallResult byPlace = call(outbound(AllowList.parse(List.of("127.0.0.1:" + port))), here("127.0.0.1"));
        HttpCallResult anotherPlace = call(outbound(AllowList.parse(List.of("127.0.0.1:1"))), here("127.0.0.1"));

        assertThat(List.of(byNetwork, byPlace)).allSatisfy(reached -> assertThat(reached)
                .isInstanceOfSatisfying(
                        HttpCallResult.Answered.class,
                        answered -> assertThat(answered.answer().status()).isEqualTo(204)));
        assertThat(anotherPlace).isInstanceOf(HttpCallResult.Forbidden.class);
        assertThat(hosts).containsExactly("localhost:" + port, "127.0.0.1:" + port);
    }

    @Test
    void followsNoRedirect() {
        script = exchange -> {
            exchange.getResponseHeaders().add("Location", here("127.0.0.1") + "elsewhere");
            exchange.sendResponseHeaders(307, -1);
        };
        assertThat(answer().status()).isEqualTo(307);
        assertThat(hosts).hasSize(1);
    }

    /** As often as there are connections to a place, and more: each is free again. */
    @Test
    void sendsNothingThatMayNotLeaveAnyMoreWhenThereIsAConnection() {
        EgressClient outbound = anywhere();
        HttpRequest call = new HttpRequest(here("127.0.0.1"), Map.of(), new byte[] {'x'}, PATIENCE);
        for (int i = 0; i < 9; i++) {
            assertThat(outbound.call(call, () -> false).await().atMost(PATIENCE))
                    .isInstanceOf(HttpCallResult.Unreachable.class);
        }
        assertThat(hosts).isEmpty();
        assertThat(outbound.call(call, () -> true).await().atMost(PATIENCE))
                .isInstanceOf(HttpCallResult.Answered.class);
        assertThat(hosts).hasSize(1);
    }

    @Test
    void saysThatNobodyIsThere() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThat(call(anywhere(), "http://127.0.0.1:" + free + "/")).isInstanceOf(HttpCallResult.Unreachable.class);
        assertThat(call(anywhere(), "http://no-such-host.invalid/")).isInstanceOf(HttpCallResult.Unreachable.class);
    }

    @Test
    void waitsNoLongerThanItIsTold() {
        CountDownLatch end = new CountDownLatch(1);
        script = exchange -> waitFor(end);

        assertThatThrownBy(() -> anywhere()
                        .call(new HttpRequest(here("127.0.0.1"), Map.of(), new byte[0], Duration.ofMillis(200)))
                        .await()
                        .atMost(PATIENCE))
                .isInstanceOf(io.smallrye.mutiny.TimeoutException.class);
        end.countDown();
    }

    /** The server never has a complete request, so the call has no effect. */
    @Test
    void aBodyThatIsNotSentWholeInTimeIsNoCall() {
        HttpBody.Pieces half = new HttpBody.Pieces(10, () -> Uni.createFrom().nothing());

        assertThat(send(half, Duration.ofMillis(300))).isInstanceOf(HttpCallResult.Unreachable.class);
        assertThat(send(new HttpBody.Pieces(10, () -> Uni.createFrom().item(new byte[11])), PATIENCE))
                .isInstanceOf(HttpCallResult.Unreachable.class);
        assertThat(send(new HttpBody.Pieces(10, () -> Uni.createFrom().item(new byte[0])), PATIENCE))
                .isInstanceOf(HttpCallResult.Unreachable.class);
    }

    @Test
    void aWholeBodyWithoutAnAnswerMayHaveHadAnEffect() {
        CountDownLatch end = new CountDownLatch(1);
        script = exchange -> waitFor(end);

        assertThatThrownBy(() ->
                        send(new HttpBody.Pieces(10, () -> Uni.createFrom().item(new byte[5])), Duration.ofMillis(500)))
                .isInstanceOf(io.smallrye.mutiny.TimeoutException.class);
        end.countDown();
    }

    /** Each piece is requested after the one before it is written, and the connection is used again. */
    @Test
    void sendsABodyInPieces() {
        AtomicLong asked = new AtomicLong();
        EgressClient outbound = anywhere();
        for (int i = 0; i < 9; i++) {
            HttpBody.Pieces body = new HttpBody.Pieces(3_000_000, () -> {
                asked.incrementAndGet();
                return Uni.createFrom().item(new byte[100_000]);
            });
            HttpRequest call = new HttpRequest(here("127.0.0.1"), Map.of(), body, PATIENCE);
            HttpCallResult result = outbound.call(call).await().atMost(PATIENCE);
            assertThat(result).isInstanceOf(HttpCallResult.Answered.class);
            ((HttpCallResult.Answered) result).answer().drop();
        }
        assertThat(asked).hasValue(9 * 30);
    }

    private HttpCallResult send(HttpBody.Pieces body, Duration limit) {
        return anywhere()
                .call(new HttpRequest(here("127.0.0.1"), Map.of(), body, limit))
                .await()
                .atMost(PATIENCE);
    }

    @Test
    void boundsWhatItReads() {
        script = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(new byte[10_000]);
        };
        assertThat(answer().body(10_000, PATIENCE).await().atMost(PATIENCE)).hasSize(10_000);
        assertThatThrownBy(() -> answer().body(9_999, PATIENCE).await().atMost(PATIENCE))
                .isInstanceOf(ResponseTooLargeException.class);
    }

    @Test
    void anEmptyBodyIsOne() {
        assertThat(answer().body(10, PATIENCE).await().atMost(PATIENCE)).isEmpty();
    }

    @Test
    void readsOnlyAsFastAsSomebodyTakesIt() {
        AtomicLong written = new AtomicLong();
        AtomicBoolean brokenOff = new AtomicBoolean();
        script = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                byte[] piece = new byte[16 * 1024];
                while (true) {
                    exchange.getResponseBody().write(piece);
                    written.addAndGet(piece.length);
                }
            } catch (IOException gone) {
                brokenOff.set(true);
            }
        };
        Reader slow = new Reader(1);
        answer().pieces(PATIENCE, () -> false).subscribe(slow);
        await().atMost(PATIENCE).until(() -> slow.pieces.get() == 1);

        // Both ends' buffers fill, and then nothing more is written.
        await().atMost(PATIENCE).until(() -> {
            long before = written.get();
            Thread.sleep(300);
            return before > 0 && written.get() == before;
        });
        assertThat(slow.pieces).hasValue(1);
        assertThat(written.get()).isLessThan(64L * 1024 * 1024);

        slow.subscription.cancel();
        await().atMost(PATIENCE).untilTrue(brokenOff);
    }

    @Test
    void aBodyThatStopsComingFails() {
        CountDownLatch end = new CountDownLatch(1);
        script = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("half".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            waitFor(end);
        };
        Reader reader = new Reader(Long.MAX_VALUE);
        answer().pieces(Duration.ofMillis(300), () -> false).subscribe(reader);

        await().atMost(PATIENCE).until(() -> reader.failure != null);
        assertThat(reader.failure).isInstanceOf(java.util.concurrent.TimeoutException.class);
        end.countDown();
    }

    @Test
    void neverPrintsWhatIsSecret() {
        assertThat(new HttpRequest("http://h/?hush", Map.of("Authorization", "hush"), new byte[1], PATIENCE))
                .asString()
                .doesNotContain("hush");
    }

    /** Asks for so many pieces, once. */
    private static final class Reader implements Flow.Subscriber<byte[]> {
        private final long most;
        private final AtomicLong pieces = new AtomicLong();
        private volatile Flow.Subscription subscription;
        private volatile Throwable failure;

        Reader(long most) {
            this.most = most;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(most);
        }

        @Override
        public void onNext(byte[] piece) {
            pieces.incrementAndGet();
        }

        @Override
        public void onError(Throwable why) {
            failure = why;
        }

        @Override
        public void onComplete() {}
    }

    private HttpResponse answer() {
        return ((HttpCallResult.Answered) call(anywhere(), here("127.0.0.1"))).answer();
    }

    private String here(String host) {
        return "http://" + host + ":" + port + "/";
    }

    private static HttpCallResult call(EgressClient outbound, String url) {
        return outbound.call(new HttpRequest(url, Map.of(), new byte[] {'x'}, PATIENCE))
                .await()
                .atMost(PATIENCE.plus(PATIENCE));
    }

    private static EgressClient anywhere() {
        return new EgressClient(VERTX, new AddressPolicy(true), 4, Duration.ofSeconds(2));
    }

    private static EgressClient outbound(AllowList allow) {
        return new EgressClient(VERTX, new AddressPolicy(false, allow), 4, Duration.ofSeconds(2));
    }

    private static void waitFor(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
