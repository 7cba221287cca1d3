package dev.agenthost.delivery.surface.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.id.RunId;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class WebhookSurfaceTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicInteger calls = new AtomicInteger();

    @AfterAll
    static void stop() {
        VERTX.close();
    }

    @Test
    void callsNoPrivateAddressUnlessItMay() throws Exception {
        HttpServer server = server(exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        for (String host : new String[] {"127.0.0.1", "localhost", "[::1]", "2130706433", "127.1"}) {
            SurfaceCallResult answer =
                    call(false, "http://" + host + ":" + server.getAddress().getPort() + "/");
            assertThat(answer).as(host).isNotInstanceOf(SurfaceCallResult.Answered.class);
        }
        assertThat(calls).hasValue(0);
        assertThat(call(false, "http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                .isInstanceOfSatisfying(SurfaceCallResult.NotSendable.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(RejectionCode.ADDRESS_FORBIDDEN));
        assertThat(call(true, "http://localhost:" + server.getAddress().getPort()))
                .isEqualTo(new SurfaceCallResult.Answered(200, null));
        server.stop(0);
    }

    @Test
    void reportsAnUnreachableHost() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThat(call(true, "http://127.0.0.1:" + free + "/")).isInstanceOf(SurfaceCallResult.NoAnswer.class);
    }

    @Test
    void doesNotWaitForeverForAnAnswer() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        HttpServer server = server(exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(call(
                        true,
                        "http://127.0.0.1:" + server.getAddress().getPort() + "/",
                        () -> true,
                        Duration.ofMillis(700)))
                .isInstanceOf(SurfaceCallResult.NoAnswer.class);
        end.countDown();
        server.stop(0);
    }

    @Test
    void readsTheStatusOfAnEndlessResponse() throws Exception {
        HttpServer server = server(exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "7");
            exchange.sendResponseHeaders(429, 0);
            try {
                byte[] noise = new byte[16 * 1024];
                while (true) {
                    exchange.getResponseBody().write(noise);
                }
            } catch (IOException brokenOff) {
                exchange.close();
            }
        });
        assertThat(call(true, "http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                .isEqualTo(new SurfaceCallResult.Answered(429, Duration.ofSeconds(7)));
        server.stop(0);
    }

    private HttpServer server(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            handler.handle(exchange);
        });
        server.start();
        return server;
    }

    @Test
    void sendsNothingAfterTheClaimIsLost() throws Exception {
        HttpServer server = server(exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        assertThat(call(true, url, () -> false)).isEqualTo(new SurfaceCallResult.Withheld());
        assertThat(calls).hasValue(0);
        assertThat(call(true, url, () -> true)).isEqualTo(new SurfaceCallResult.Answered(200, null));
        server.stop(0);
    }

    @Test
    void signsWithNoSecretOfAnotherWorkspace() throws Exception {
        HttpServer server = server(exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        Map<String, String> values = Map.of("HOOK", "hush");
        assertThat(call(true, url, () -> true, PATIENCE, new Secrets(values, Map.of("HOOK", Set.of("other")))))
                .isInstanceOfSatisfying(SurfaceCallResult.NotSendable.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(RejectionCode.SECRET_MISSING));
        assertThat(calls).hasValue(0);
        assertThat(call(true, url, () -> true, PATIENCE, new Secrets(values, Map.of("HOOK", Set.of("demo")))))
                .isEqualTo(new SurfaceCallResult.Answered(200, null));
        server.stop(0);
    }

    private static SurfaceCallResult call(boolean allowPrivate, String url) {
        return call(allowPrivate, url, () -> true);
    }

    private static SurfaceCallResult call(boolean allowPrivate, String url, BooleanSupplier holdsClaim) {
        return call(allowPrivate, url, holdsClaim, PATIENCE);
    }

    private static SurfaceCallResult call(
            boolean allowPrivate, String url, BooleanSupplier holdsClaim, Duration timeout) {
        return call(allowPrivate, url, holdsClaim, timeout, new Secrets(Map.of("HOOK", "hush")));
    }

    private static SurfaceCallResult call(
            boolean allowPrivate, String url, BooleanSupplier holdsClaim, Duration timeout, Secrets secrets) {
        WebhookSurface surface = new WebhookSurface(
                new EgressClient(VERTX, new AddressPolicy(allowPrivate), 4, timeout),
                secrets,
                timeout,
                Clock.systemUTC());
        Destination.Webhook to = new Destination.Webhook(url, "HOOK");
        Send send = new Send(
                new SendKey("demo", new RunId(UUID.randomUUID()), 1), "demo/bot/c1/", to, new byte[] {'{', '}'}, null);
        return surface.call(
                        new ClaimedSend(
                                send,
                                new Incarnation(UUID.randomUUID()),
                                1,
                                1,
                                Instant.EPOCH,
                                Duration.ZERO,
                                CallProgress.NONE,
                                false,
                                System.nanoTime() + 1_000_000_000L),
                        to,
                        holdsClaim)
                .await()
                .atMost(PATIENCE.multipliedBy(2));
    }
}
