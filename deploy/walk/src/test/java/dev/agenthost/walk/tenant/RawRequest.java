package dev.agenthost.walk.tenant;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request for one object, with its path unchanged. */
record RawRequest(String method, String path, Map<String, String> headers, String body) {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** An answer, without the time of day and the load of plugins. */
    record HttpAnswer(int status, Map<String, List<String>> headers, String body) {

        /** The answer with every mention of the requested object, and every time, replaced by placeholders. */
        HttpAnswer without(String thing) {
            var plain = new TreeMap<String, List<String>>();
            headers.forEach((name, values) -> plain.put(
                    name, values.stream().map(value -> mask(value, thing)).toList()));
            if (!body.equals(mask(body, ""))) {
                plain.remove("content-length"); // A time, or a number, is written with as many digits as it needs.
            }
            return new HttpAnswer(status, plain, mask(body, thing));
        }

        private static String mask(String text, String thing) {
            String timeless = text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "<time>")
                    // A plugin that serves several workspaces has as many free places as they all leave.
                    .replaceAll("\"free\":\\d+", "\"free\":<places>")
                    // An erasure or a rebuild may be done by the time of its answer.
                    .replaceAll("\"status\":\"(?:running|done)\"", "\"status\":\"<running or done>\"")
                    .replaceAll("\"done_at\":(?:null|\"<time>\")", "\"done_at\":<none or time>")
                    // Each erasure or rebuild in the caller's own workspace has a new id.
                    .replaceAll("((?:erasure|rebuild)_id\":\"|/erasures/|/rebuild/)[0-9a-f-]{36}(?=\"|$)", "$1<new>");
            return thing.isEmpty()
                    ? timeless
                    : timeless.replace(thing, "<thing>").replace(thing.toLowerCase(java.util.Locale.ROOT), "<thing>");
        }
    }

    static RawRequest get(String path) {
        return new RawRequest("GET", path, Map.of(), null);
    }

    static RawRequest of(String method, String path, String body) {
        return new RawRequest(method, path, Map.of(), body);
    }

    RawRequest with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new RawRequest(method, path, more, body);
    }

    RawRequest to(String otherPath) {
        return new RawRequest(method, otherPath, headers, body);
    }

    /** Sends the request to that front door with that key; null for none. */
    HttpAnswer at(String door, String key) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(door + path))
                .timeout(Duration.ofSeconds(60))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        headers.forEach(request::setHeader);
        var response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        var told = new TreeMap<>(response.headers().map());
        told.remove("date");
        told.replaceAll((name, values) -> new ArrayList<>(values));
        return new HttpAnswer(response.statusCode(), told, response.body());
    }
}
