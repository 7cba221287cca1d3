package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.local.plan.Demo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StartCheckTest {
    private static final String RUN = "00000000-0000-5000-8000-000000000003";
    private static final String COMPLETED = frame("run.completed", "{\"finish_reason\":\"stop\"}");
    private static final String FAILED = frame(
            "run.failed", "{\"code\":\"runner.unavailable\",\"error\":\"No runner is connected.\",\"retryable\":true}");

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 202;
    private String answer = COMPLETED;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/v1/events", exchange -> {
            sent.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            say(exchange, status, "{\"stream\":\"/stream\"}");
        });
        server.createContext("/stream", exchange -> {
            if (!answer.isEmpty()) {
                say(exchange, 200, answer);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void messagesGoToABotOfTheirOwnAndEachIsReadToItsEnd() throws Exception {
        assertThat(check(Duration.ofSeconds(20))).isEmpty();
        assertThat(sent).hasSize(3).allMatch(message -> message.contains("\"bot_id\":\"" + Demo.START_CHECK + "\""));
    }

    @Test
    void aFailedRunIsSaid() throws Exception {
        answer = FAILED;
        assertThat(check(Duration.ofSeconds(20)))
                .contains("The assistant is not available right now. Please try again later.");
    }

    @Test
    void aMessageThatIsNotAcceptedIsSaid() throws Exception {
        status = 503;
        assertThat(check(Duration.ofSeconds(20))).get().asString().contains("503");
    }

    @Test
    void nobodyWaitsForeverForAnAnswer() throws Exception {
        answer = "";
        assertThat(check(Duration.ofSeconds(1))).contains("no answer after 1 s");
    }

    private Optional<String> check(Duration limit) throws InterruptedException {
        var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new StartCheck(address, "key", limit).run();
    }

    private static String frame(String type, String data) {
        return "id: 1-1\nevent: " + type + "\ndata: {\"run_id\":\"" + RUN + "\",\"type\":\"" + type + "\",\"data\":"
                + data + ",\"sequence\":1,\"timestamp\":1767225600}\n\n";
    }

    private static void say(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
