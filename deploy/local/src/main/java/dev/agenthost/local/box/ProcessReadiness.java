package dev.agenthost.local.box;

import dev.agenthost.local.plan.ProcessProbe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Checks the readiness of processes. */
final class ProcessReadiness {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    boolean isReady(ProcessProbe probe) throws InterruptedException {
        return switch (probe) {
            case ProcessProbe.Listens listens -> accepts(listens.port());
            case ProcessProbe.Healthy healthy -> answers(request(healthy.address()), "");
            case ProcessProbe.Registered registered ->
                answers(
                        request(registered.runners()).header("Authorization", "Bearer " + registered.apiKey()),
                        "\"" + registered.runnerId() + "\"");
        };
    }

    /** Returns true if the process reports that it is not live. A process that does not answer reports nothing. */
    boolean reportsNotLive(ProcessProbe probe) throws InterruptedException {
        return switch (probe) {
            case ProcessProbe.Listens listens -> false;
            case ProcessProbe.Healthy healthy -> status(request(healthy.live())) == UNAVAILABLE;
            case ProcessProbe.Registered registered -> false;
        };
    }

    private int status(HttpRequest.Builder request) throws InterruptedException {
        try {
            return http.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException saysNothing) {
            return 0;
        }
    }

    private static HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).timeout(LIMIT);
    }

    private boolean answers(HttpRequest.Builder request, String with) throws InterruptedException {
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            return response.statusCode() == OK && response.body().contains(with);
        } catch (IOException notYet) {
            return false;
        }
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), (int) LIMIT.toMillis());
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
