package dev.agenthost.delivery.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.IntUnaryOperator;
import org.awaitility.Awaitility;

/** A webhook receiver that records its requests. */
final class Receiver implements AutoCloseable {

    /** One call. */
    record Call(String key, String timestamp, String signature, String traceparent, String body) {}

    private final HttpServer server;
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    /** @param statusOfCall status of the n-th call, from 1 */
    Receiver(IntUnaryOperator statusOfCall) {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int number;
            synchronized (calls) {
                calls.add(new Call(
                        header(exchange, "Idempotency-Key"),
                        header(exchange, "X-AgentHost-Timestamp"),
                        header(exchange, "X-AgentHost-Signature"),
                        header(exchange, "traceparent"),
                        body));
                number = calls.size();
            }
            int status = statusOfCall.applyAsInt(number);
            if (status == 302) {
                exchange.getResponseHeaders().add("Location", "/elsewhere");
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    static Receiver accepting() {
        return new Receiver(n -> 200);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook?a=b";
    }

    List<Call> calls() {
        return List.copyOf(calls);
    }

    List<Call> awaitCalls(int n) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> calls.size() >= n);
        return calls();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }
}
