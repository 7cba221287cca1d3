package dev.agenthost.delivery.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A reader of a live stream that keeps every byte of its events. */
final class EventSource implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpResponse<InputStream> response;
    private int comments;

    private EventSource(HttpResponse<InputStream> response) {
        this.response = response;
    }

    static EventSource open(URI baseUrl, String pathAndQuery, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(baseUrl.resolve(pathAndQuery)).timeout(Duration.ofSeconds(20));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new EventSource(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int status() {
        return response.statusCode();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    int comments() {
        return comments;
    }

    String body() {
        return inTime(() -> new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
    }

    /** The next event as it came, comments passed over; empty at the end of the stream. */
    String next() {
        return inTime(this::read);
    }

    List<String> rest() {
        List<String> events = new ArrayList<>();
        for (String event = next(); !event.isEmpty(); event = next()) {
            events.add(event);
        }
        return events;
    }

    static String idOf(String event) {
        return event.substring("id: ".length(), event.indexOf('\n'));
    }

    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String read() throws IOException {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        int last = -1;
        for (int b = response.body().read(); b >= 0; b = response.body().read()) {
            event.write(b);
            if (b == '\n' && last == '\n') {
                String text = event.toString(StandardCharsets.UTF_8);
                if (!text.startsWith(":")) {
                    return text;
                }
                comments++;
                event.reset();
            }
            last = b;
        }
        return event.toString(StandardCharsets.UTF_8);
    }

    private interface Reading {
        String read() throws IOException;
    }

    private static String inTime(Reading reading) {
        try {
            return CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return reading.read();
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            task -> Thread.ofVirtual().start(task))
                    .get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
