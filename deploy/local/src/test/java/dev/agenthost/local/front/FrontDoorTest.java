package dev.agenthost.local.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.process.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FrontDoorTest {
    private static final int BIG = 3_000_000;

    private static Vertx vertx;
    private static HttpClient http;
    private static int deadPort;
    private static int orchestratorPort;
    private static FrontDoorSettings settings;
    private static final CompletableFuture<HttpServerRequest> OPEN_STREAM = new CompletableFuture<>();

    @BeforeAll
    static void open() throws Exception {
        vertx = Vertx.vertx();
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        deadPort = FreePorts.next();
        int gateway = port(vertx.createHttpServer().requestHandler(FrontDoorTest::gateway));
        int breaking =
                port(vertx.createHttpServer().requestHandler(r -> r.connection().close()));
        int sound =
                port(vertx.createHttpServer().requestHandler(r -> r.response().end("sound")));
        int orchestrator = orchestratorPort = port(vertx.createHttpServer(
                        new HttpServerOptions().setReceiveBufferSize(16 * 1024).setWebSocketClosingTimeout(1))
                .requestHandler(FrontDoorTest::runner));
        int delivery = port(vertx.createHttpServer().requestHandler(FrontDoorTest::stream));
        settings = new FrontDoorSettings(
                FreePorts.next(),
                FreePorts.next(),
                Map.of(
                        "event-gateway", List.of(deadPort, gateway),
                        "binding-resolver", List.of(breaking, sound),
                        "context-store", List.of(deadPort),
                        "run-orchestrator", List.of(orchestrator),
                        "delivery-service", List.of(delivery)));
        await(FrontDoorMain.open(vertx, settings));
    }

    @AfterAll
    static void close() throws Exception {
        await(vertx.close());
    }

    @Test
    void replicaThatRefusesConnectionsIsPassedOver() throws Exception {
        for (int i = 0; i < 4; i++) {
            var answer = post("/api/v1/events", "hello");
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body()).isEqualTo("got 5");
        }
    }

    @Test
    void bodyOfAnySizePasses() throws Exception {
        assertThat(post("/api/v1/events", "x".repeat(BIG)).body()).isEqualTo("got " + BIG);
    }

    @Test
    void bodyThatIsTooLargeIsRefusedAlsoWhenTheServiceHangsUp() throws Exception {
        for (var body : List.of(
                BodyPublishers.ofString("x".repeat(BIG)),
                BodyPublishers.fromPublisher(BodyPublishers.ofString("x".repeat(BIG))))) {
            var answer = http.send(request("/webhooks/hangs-up").POST(body).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(answer.body()).contains("\"code\":\"payload_too_large\"");
        }
    }

    @Test
    void answersAndHeadersOfTheServicePassUnchanged() throws Exception {
        var answer = post("/webhooks/refused", "x");
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(answer.headers().firstValue("etag")).contains("\"7\"");
    }

    @Test
    void problemWhenNoReplicaIsUp() throws Exception {
        var answer = get("/api/v1/workspaces/w/bots/b/conversations/c/transcript");
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(answer.body()).contains("\"status\":502").contains("\"code\":\"runtime_error\"");
    }

    @Test
    void readingIsRepeatedElsewhereWhenAReplicaBreaksOff() throws Exception {
        for (int i = 0; i < 4; i++) {
            var answer = get("/api/v1/agents");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("sound");
        }
    }

    @Test
    void writingIsNotRepeatedWhenAReplicaBreaksOff() throws Exception {
        var statuses = new ArrayList<Integer>();
        for (int i = 0; i < 2; i++) {
            statuses.add(post("/api/v1/bindings", "{}").statusCode());
        }
        assertThat(statuses).containsExactlyInAnyOrder(200, 502);
    }

    @Test
    void internalPathsAreNotThere() throws Exception {
        assertThat(get("/internal/v1/state/get").statusCode()).isEqualTo(404);
        assertThat(get("/q/health/ready").statusCode()).isEqualTo(404);
        assertThat(get("/%69nternal/v1/state/get").statusCode()).isEqualTo(404);
    }

    @Test
    void liveStreamPassesEventByEvent() throws Exception {
        var lines = http.send(request("/api/v1/runs/r1/stream").build(), BodyHandlers.ofLines())
                .body()
                .iterator();
        assertThat(lines.next()).isEqualTo("data: first");
        // The second is sent only now: the first was not held back until the end.
        OPEN_STREAM.get(5, TimeUnit.SECONDS).response().end("data: second\n");
        assertThat(lines.next()).isEqualTo("data: second");
        assertThat(lines.hasNext()).isFalse();
    }

    @Test
    void theServicesRefusalOfASocketPassesWithItsBody() throws Exception {
        try (var runner = new Socket("127.0.0.1", settings.port())) {
            runner.setSoTimeout(10_000);
            runner.getOutputStream().write(handshake("X-Stranger: yes"));
            var answer = new StringBuilder();
            while (answer.indexOf("no such key") < 0) {
                answer.append((char) runner.getInputStream().read());
            }
            assertThat(answer).startsWith("HTTP/1.1 401 ");
        }
    }

    @Test
    void runnersConnectByWebSocket() throws Exception {
        var answers = new CompletableFuture<String>();
        var socket = http.newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + settings.port() + "/runner/ws"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        answers.complete(text.toString());
                        return WebSocket.Listener.super.onText(from, text, last);
                    }
                })
                .get(5, TimeUnit.SECONDS);
        socket.sendText("hi", true);
        assertThat(answers.get(5, TimeUnit.SECONDS)).isEqualTo("echo hi");
        socket.abort();
    }

    /** A ping of a runner waits behind all of it. */
    @Test
    void holdsLittleOfAConnectionThatTheServiceDoesNotRead() throws Exception {
        long without = takenByDeafService(orchestratorPort);

        assertThat(takenByDeafService(settings.port()) - without).isLessThanOrEqualTo(256 * 1024);
    }

    /** A connection that backpressure paused resumes. */
    @Test
    void aFloodOfSmallMessagesPassesWhole() throws Exception {
        try (var runner = new Socket("127.0.0.1", settings.port())) {
            runner.setSoTimeout(20_000);
            var out = runner.getOutputStream();
            out.write(handshake("X-Runner: yes"));
            var answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                answer.append((char) runner.getInputStream().read());
            }
            var small = ByteBuffer.allocate(8 + 256)
                    .put(new byte[] {(byte) 0x82, (byte) 0xFE, 0x01, 0})
                    .array();
            for (int sent = 0; sent < BIG; sent += small.length) {
                out.write(small);
            }
            // The text "hi", masked with zeros.
            out.write(new byte[] {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, 'h', 'i'});
            while (answer.indexOf("echo hi") < 0) {
                answer.append((char) runner.getInputStream().read());
            }
            assertThat(answer).startsWith("HTTP/1.1 101 ");
        }
    }

    /** Counts the bytes that a runner can send until none leaves for two seconds. */
    private static long takenByDeafService(int port) throws Exception {
        try (var runner = SocketChannel.open()) {
            runner.setOption(StandardSocketOptions.SO_SNDBUF, 16 * 1024);
            runner.connect(new InetSocketAddress("127.0.0.1", port));
            runner.write(ByteBuffer.wrap(handshake("X-Deaf: yes")));
            var answer = ByteBuffer.allocate(4096);
            runner.read(answer);
            assertThat(new String(answer.array(), StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 101 ");
            return taken(runner);
        }
    }

    private static byte[] handshake(String header) {
        return """
                GET /runner/ws HTTP/1.1\r
                Host: 127.0.0.1\r
                Connection: Upgrade\r
                Upgrade: websocket\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                %s\r
                \r
                """.formatted(header).getBytes(StandardCharsets.US_ASCII);
    }

    private static long taken(SocketChannel runner) throws Exception {
        runner.configureBlocking(false);
        // A binary message of 4 KiB, masked with zeros.
        var frame = ByteBuffer.allocate(8 + 4096).put(new byte[] {(byte) 0x82, (byte) 0xFE, 0x10, 0});
        frame.rewind();
        long taken = 0;
        long since = System.nanoTime();
        while (taken < BIG && System.nanoTime() - since < 2_000_000_000L) {
            if (!frame.hasRemaining()) {
                frame.rewind();
            }
            int written = runner.write(frame);
            if (written > 0) {
                taken += written;
                since = System.nanoTime();
            } else {
                Thread.sleep(1);
            }
        }
        return taken;
    }

    private static void runner(HttpServerRequest request) {
        if (request.headers().contains("X-Stranger")) {
            request.response().setStatusCode(401).end("no such key");
            return;
        }
        request.toWebSocket().onSuccess(socket -> {
            if (request.headers().contains("X-Deaf")) {
                socket.pause();
            } else {
                socket.textMessageHandler(text -> socket.writeTextMessage("echo " + text));
            }
        });
    }

    private static void gateway(HttpServerRequest request) {
        if (request.path().equals("/webhooks/refused")) {
            request.response()
                    .setStatusCode(413)
                    .putHeader("content-type", "application/problem+json")
                    .putHeader("etag", "\"7\"")
                    .end("{}");
            return;
        }
        if (request.path().equals("/webhooks/hangs-up")) {
            var got = new AtomicLong();
            request.handler(part -> {
                if (got.addAndGet(part.length()) > 1_500_000) {
                    request.connection().close();
                }
            });
            return;
        }
        request.bodyHandler(body -> request.response().setStatusCode(202).end("got " + body.length()));
    }

    private static void stream(HttpServerRequest request) {
        request.response().setChunked(true).putHeader("content-type", "text/event-stream");
        request.response().write(Buffer.buffer("data: first\n"));
        OPEN_STREAM.complete(request);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return http.send(request(path).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(request(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + settings.port() + path));
    }

    private static int port(HttpServer server) throws Exception {
        return await(server.listen(0, "127.0.0.1")).actualPort();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
