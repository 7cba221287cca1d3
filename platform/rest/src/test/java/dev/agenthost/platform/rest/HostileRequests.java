package dev.agenthost.platform.rest;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Requests of somebody who has no key and means harm: their addresses and methods are made up, some are never finished. */
public final class HostileRequests {
    private static final String TOO_LARGE = "Content-Length: 99999999\r\nContent-Type: application/json\r\n";

    private HostileRequests() {}

    /** The numbers of the service at that port count them all, and keep no word of them. */
    public static void makeNoLabelsUp(int port) {
        String madeUp = sendTo(port);

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                        given().port(port).get("/q/metrics").asString())
                .containsPattern("http_server_requests_seconds_count\\{.*status=\"401\",uri=\"REFUSED\"} ")
                .containsPattern("http_server_requests_seconds_count\\{.*status=\"413\",uri=\"REFUSED\"} ")
                .containsPattern("http_server_requests_seconds_count\\{.*uri=\"NOT_FOUND\"} ")
                .doesNotContain(madeUp));
    }

    /**
     * Sends them all, each over a connection of its own, and reads the answers.
     *
     * @return the word that stands in every one of them, and nowhere else
     */
    private static String sendTo(int port) {
        String word = "MADEUP" + UUID.randomUUID().toString().replace("-", "").toUpperCase();
        List<String> whole = List.of(
                "GET /" + word,
                "GET /api/v1/" + word,
                "GET /api/v1/runs/" + word,
                "DELETE /internal/v1/" + word,
                "GET /runner/" + word,
                "GET /%2e%2e/" + word,
                "POST /q/" + word,
                word + " /api/v1/events",
                word + " /" + word);
        whole.forEach(request -> send(port, request, "", true));
        List.of("POST /" + word, "POST /api/v1/" + word, "PUT /api/v1/runs/" + word)
                .forEach(request -> send(port, request, TOO_LARGE, true));
        List.of("POST /" + word, "POST /api/v1/" + word)
                .forEach(request -> send(port, request, "Content-Length: 9\r\n", false));
        return word;
    }

    private static void send(int port, String request, String headers, boolean toTheEnd) {
        String head = request + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            if (toTheEnd) {
                socket.getInputStream().readAllBytes();
            }
        } catch (IOException away) {
            throw new UncheckedIOException(request, away);
        }
    }
}
