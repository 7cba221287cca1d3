package dev.agenthost.gateway.internal.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.store.RawPayloadWrite;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A stand-in for context-store on a socket: stores payloads under the internal key, or withholds answers on command. */
public final class ScriptedStore implements QuarkusTestResourceLifecycleManager {
    private static final List<RawPayloadWrite> KEPT = new CopyOnWriteArrayList<>();
    private static final AtomicInteger LISTENING = new AtomicInteger();
    private static volatile CountDownLatch silence = new CountDownLatch(0);

    private HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/internal/v1/raw-payloads/put", ScriptedStore::answer);
        server.start();
        return Map.of(
                "agenthost.context-store.url",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                // Nobody is measured here: a test's machine may be slow.
                "agenthost.raw-payloads.timeout",
                "10s",
                "agenthost.raw-payloads.batch-timeout",
                "10s");
    }

    @Override
    public void stop() {
        silence.countDown();
        LISTENING.set(0);
        server.stop(0);
    }

    /** Returns the stored payloads of an event, as text, in the order of arrival. */
    static List<String> keptOf(String eventId) {
        return KEPT.stream()
                .filter(put -> put.eventId().toString().equals(eventId))
                .map(put -> new String(Base64.getDecoder().decode(put.contentBase64()), StandardCharsets.UTF_8))
                .toList();
    }

    static void fallSilent() {
        silence = new CountDownLatch(1);
    }

    /** Answers later requests; earlier ones get no answer. */
    static void speakToWhoComes() {
        silence = new CountDownLatch(0);
    }

    /** Returns the number of requests without an answer. */
    static int listening() {
        return LISTENING.get();
    }

    static void speak() {
        silence.countDown();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            LISTENING.incrementAndGet();
            silence.await();
            LISTENING.decrementAndGet();
            if (!"Bearer key-between".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            RawPayloadWrite put = ProtocolCodec.decode(body, RawPayloadWrite.class);
            KEPT.add(put);
            byte[] answer =
                    ProtocolCodec.encode(new RawPayloadStored(put.eventId().toString()));
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (UndecodableException e) {
            exchange.sendResponseHeaders(400, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
