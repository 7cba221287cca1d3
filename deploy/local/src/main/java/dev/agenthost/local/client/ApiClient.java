package dev.agenthost.local.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The REST API behind a front door, with one key.
 *
 * @param limit for each answer
 */
public record ApiClient(HttpClient http, URI frontDoor, String key, Duration limit) {
    private static final int REFUSED = 300;

    JsonNode get(String path) throws IOException, InterruptedException {
        return call("GET", path, null);
    }

    JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
        return call("POST", path, body);
    }

    URI resolve(String path) {
        return frontDoor.resolve(path);
    }

    /** A part of a path or of a query, percent-encoded. */
    public static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode call(String method, String path, @Nullable JsonNode body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(resolve(path))
                .timeout(limit)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= REFUSED) {
            throw new IOException("Refused with status " + response.statusCode() + ": " + why(response.body()));
        }
        return ProtocolCodec.mapper().readTree(response.body());
    }

    /** The sentence of a problem; any other body as it is. */
    private static String why(String body) {
        try {
            String detail = ProtocolCodec.mapper().readTree(body).path("detail").asText("");
            return detail.isEmpty() ? body : detail;
        } catch (IOException noJson) {
            return body;
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "ApiClient[" + frontDoor + "]";
    }
}
