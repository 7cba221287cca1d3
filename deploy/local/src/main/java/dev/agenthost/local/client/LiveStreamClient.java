package dev.agenthost.local.client;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the live stream of a run, and resumes after the last frame when the connection breaks. */
public final class LiveStreamClient {
    private static final int OK = 200;
    private static final int ENDED = 204;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;
    private static final int TRIES = 60;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final HttpClient http;
    private final URI address;
    private final @Nullable String key;
    private String last = "";

    public LiveStreamClient(HttpClient http, URI address) {
        this(http, address, null);
    }

    /** @param key for an address without a token: the run may not be known yet, and is awaited; null if the address has one */
    public LiveStreamClient(HttpClient http, URI address, @Nullable String key) {
        this.http = http;
        this.address = address;
        this.key = key;
    }

    /**
     * Reads until the reader returns false.
     *
     * @throws IOException if the stream is refused, or unavailable for a long time
     */
    public void read(Predicate<ResultFrame> reader) throws IOException, InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            try {
                if (!goOn(reader)) {
                    return;
                }
            } catch (IOException brokenOff) {
                if (brokenOff instanceof Refused || i == TRIES - 1) {
                    throw brokenOff;
                }
            }
            Thread.sleep(PAUSE);
        }
        throw new IOException("The stream ended repeatedly before the end of the run");
    }

    private boolean goOn(Predicate<ResultFrame> reader) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address).header("Accept", "text/event-stream");
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        if (!last.isEmpty()) {
            request.header("Last-Event-ID", last);
        }
        var response = http.send(request.build(), BodyHandlers.ofLines());
        try (var lines = response.body()) {
            if (response.statusCode() == ENDED) {
                return false;
            }
            if (response.statusCode() != OK) {
                var text = String.join("\n", lines.toList());
                boolean mayCome = key != null && response.statusCode() == NOT_FOUND;
                if (response.statusCode() < SERVER_ERROR && !mayCome) {
                    throw new Refused("the stream was refused: " + response.statusCode() + " " + text);
                }
                throw new IOException("the stream is not served: " + response.statusCode() + " " + text);
            }
            return events(lines.iterator(), reader);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean events(Iterator<String> lines, Predicate<ResultFrame> reader) throws IOException {
        var id = "";
        while (lines.hasNext()) {
            var line = lines.next();
            if (line.startsWith("id:")) {
                id = line.substring("id:".length()).strip();
            } else if (line.startsWith("data:")) {
                last = id;
                if (!reader.test(frame(line.substring("data:".length())))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static ResultFrame frame(String json) throws IOException {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), ResultFrame.class);
        } catch (UndecodableException e) {
            throw new IOException("The stream contained an invalid result: " + e.getMessage());
        }
    }

    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }
}
