package dev.agenthost.orchestrator.runner.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A scripted endpoint with the API of OpenAI on a real socket. */
final class ScriptedModels implements AutoCloseable {
    record ReceivedRequest(String path, String authorization, JsonNode body) {}

    /** Answers one request. */
    interface Script {
        void answer(HttpExchange exchange) throws IOException;
    }

    final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    /** Requests whose caller hung up before they were answered. */
    final AtomicInteger brokenOff = new AtomicInteger();

    final AtomicLong writtenBytes = new AtomicLong();
    private final Queue<Script> scripts = new ArrayDeque<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer server;

    ScriptedModels() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Sets the answers to the next requests; the last one is for all that follow. */
    synchronized void script(Script... next) {
        scripts.clear();
        scripts.addAll(List.of(next));
    }

    private synchronized Script next() {
        return scripts.size() > 1 ? scripts.remove() : scripts.element();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            requests.add(new ReceivedRequest(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    ScriptedPlugin.tree(new String(body, StandardCharsets.UTF_8))));
            next().answer(exchange);
        } catch (IOException disconnected) {
            brokenOff.incrementAndGet();
        }
    }

    static Script json(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    static String answer(String text) {
        return "{\"id\":\"c-1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"" + text
                + "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}";
    }

    static String delta(String text) {
        return "data: {\"id\":\"c-1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
    }

    /** Each piece by itself, cut wherever the test cuts. */
    static Script stream(byte[]... pieces) {
        return exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (byte[] piece : pieces) {
                exchange.getResponseBody().write(piece);
                exchange.getResponseBody().flush();
            }
        };
    }

    static Script stream(String... pieces) {
        byte[][] bytes = new byte[pieces.length][];
        for (int i = 0; i < pieces.length; i++) {
            bytes[i] = pieces[i].getBytes(StandardCharsets.UTF_8);
        }
        return stream(bytes);
    }

    /** Until the caller hangs up. */
    Script endless() {
        byte[] piece = delta("x".repeat(4_000)).getBytes(StandardCharsets.UTF_8);
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (true) {
                exchange.getResponseBody().write(piece);
                exchange.getResponseBody().flush();
                writtenBytes.addAndGet(piece.length);
            }
        };
    }

    /** A head and nothing after it, but for a comment now and then, by which a caller's going is noticed. */
    Script silent() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (!waited(50)) {
                exchange.getResponseBody().write(": still here\n".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        };
    }

    /** Not even a head. */
    Script hanging() {
        return exchange -> waited(60_000);
    }

    private boolean waited(long millis) {
        try {
            return over.await(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }
}
