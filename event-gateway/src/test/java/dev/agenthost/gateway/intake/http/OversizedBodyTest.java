package dev.agenthost.gateway.intake.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.testkit.KafkaTestBroker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a client that sends the whole of a body that is too large, and reads only then, reads the refusal. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class OversizedBodyTest {
    private static final int MIB = 1024 * 1024;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PIECE = 64 * 1024;

    @ParameterizedTest
    @ValueSource(strings = {"keep-alive", "close"})
    void aBodyThatDeclaresItsLengthIsReadToItsEnd(String connection) throws Exception {
        try (Socket socket = connected()) {
            head(socket, "Content-Length: " + 4 * MIB + "\r\nConnection: " + connection);
            awaitAnswer(socket);
            pieces(socket, 4 * MIB, false);

            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ").contains("The body is 4 MiB; the limit is 1 MiB.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keep-alive", "close"})
    void aBodyInChunksIsReadToItsEnd(String connection) throws Exception {
        try (Socket socket = connected()) {
            head(socket, "Transfer-Encoding: chunked\r\nConnection: " + connection);
            pieces(socket, MIB + PIECE, true);
            awaitAnswer(socket);
            pieces(socket, 3 * MIB, true);
            socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(answer(socket))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("The body is larger than the limit of 1 MiB.");
        }
    }

    @Test
    void aClientThatAsksBeforeItSendsReadsTheRefusalOnly() throws Exception {
        try (Socket socket = connected()) {
            head(socket, "Content-Length: " + 4 * MIB + "\r\nExpect: 100-continue");

            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ").contains("The body is 4 MiB; the limit is 1 MiB.");
        }
    }

    @Test
    void aBodyWithoutAnEndIsNotReadForEver() throws Exception {
        try (Socket socket = connected()) {
            head(socket, "Content-Length: " + Long.MAX_VALUE);
            awaitAnswer(socket);

            await().atMost(LIMIT).until(() -> !isTaken(socket));
        }
    }

    private static boolean isTaken(Socket socket) {
        try {
            socket.getOutputStream().write(new byte[4 * MIB]);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static Socket connected() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port);
        socket.setSoTimeout((int) LIMIT.toMillis());
        return socket;
    }

    private static void head(Socket socket, String headers) throws IOException {
        String head = "POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key-red\r\n"
                + "Content-Type: application/json\r\n" + headers + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }

    /** Waits until the service has answered: a client that only sends does not notice. */
    private static void awaitAnswer(Socket socket) {
        await().atMost(LIMIT).until(() -> socket.getInputStream().available() > 0);
    }

    private static void pieces(Socket socket, int bytes, boolean chunked) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] piece = "x".repeat(PIECE).getBytes(StandardCharsets.US_ASCII);
        for (int sent = 0; sent < bytes; sent += PIECE) {
            if (chunked) {
                out.write((Integer.toHexString(PIECE) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            }
            out.write(piece);
            if (chunked) {
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    /** Returns all until the service closes the connection, or until the end of the answer. */
    private static String answer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        byte[] buffer = new byte[PIECE];
        while (!answer.toString().endsWith("}")) {
            int read = in.read(buffer);
            if (read < 0) {
                break;
            }
            answer.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
        }
        return answer.toString();
    }
}
