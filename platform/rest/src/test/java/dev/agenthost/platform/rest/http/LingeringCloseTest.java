package dev.agenthost.platform.rest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the connections of requests that are answered before their bodies are read. */
@Timeout(60)
class LingeringCloseTest {
    private static final int MEBIBYTE = 1024 * 1024;

    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(request -> request.response()
                        .setStatusCode(413)
                        .end("too large")
                        .onComplete(done -> LingeringClose.of(request, vertx)))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void aSenderThatWritesOnReadsTheAnswerAndTheEnd() throws IOException {
        try (Socket socket = connected()) {
            write(socket, 20);

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 413").endsWith("too large");
        }
    }

    @Test
    void aSenderThatWritesWithoutEndIsCutOff() throws IOException {
        try (Socket socket = connected()) {
            assertThatThrownBy(() -> write(socket, 200)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aSenderThatStopsIsClosed() throws IOException {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(head(200));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 413");
        }
    }

    private Socket connected() throws IOException {
        return new Socket("127.0.0.1", server.actualPort());
    }

    private static byte[] head(int mebibytes) {
        return ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + (long) mebibytes * MEBIBYTE + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(Socket socket, int mebibytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(head(mebibytes));
        byte[] piece = new byte[MEBIBYTE];
        for (int i = 0; i < mebibytes; i++) {
            out.write(piece);
        }
        out.flush();
    }
}
