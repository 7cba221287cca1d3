package dev.agenthost.context.run.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.EventQuestion;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuestionPreparationTest {
    @Test
    void requestsAnEventOfThisProcessWithTheInternalKey() throws Exception {
        var asked = new CompletableFuture<EventQuestion>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/internal/v1/events/get", exchange -> {
            try (exchange) {
                assertThat(exchange.getRequestHeaders().getFirst("Authorization"))
                        .isEqualTo("Bearer secret");
                asked.complete(ProtocolCodec.decode(exchange.getRequestBody().readAllBytes(), EventQuestion.class));
                exchange.sendResponseHeaders(404, -1);
            } catch (Exception | AssertionError e) {
                asked.completeExceptionally(e);
            }
        });
        server.start();
        try {
            preparation(server.getAddress().getPort()).prepare();

            assertThat(asked.get(5, TimeUnit.SECONDS).workspaceId()).isNotBlank();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void failsIfNothingListens() throws IOException {
        int port;
        try (var free = new java.net.ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> preparation(port).prepare()).isInstanceOf(ConnectException.class);
    }

    private static QuestionPreparation preparation(int port) {
        return new QuestionPreparation(ProtocolCodec.mapper(), port, "secret");
    }
}
