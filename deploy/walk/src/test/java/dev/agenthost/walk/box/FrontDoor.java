package dev.agenthost.walk.box;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** A client of the front door: HTTP with a key, streams with a token. */
public final class FrontDoor {

    public static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String address;
    private final String key;

    public FrontDoor(String address, String key) {
        this.address = address;
        this.key = key;
    }

    /** The same front door with another key. */
    public FrontDoor with(String otherKey) {
        return new FrontDoor(address, otherKey);
    }

    /** An answer: its status and its JSON (missing if the body is empty). */
    public record Answer(int status, JsonNode body) {}

    /** The body of a 202. */
    public record Accepted(String eventId, String runId, String stream) {}

    public Answer call(String method, String path, Object body) {
        return call(method, path, "application/json", body);
    }

    /** Posts a text of that type. */
    public Answer give(String path, String type, String text) {
        return call("POST", path, type, text);
    }

    private Answer call(String method, String path, String type, Object body) {
        try {
            var publisher = body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body instanceof String s ? s : JSON.writeValueAsString(body));
            var response = client.send(
                    HttpRequest.newBuilder(URI.create(address + path))
                            .timeout(Duration.ofSeconds(30))
                            .header("Authorization", "Bearer " + key)
                            .header("Content-Type", type)
                            .method(method, publisher)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(), response.body().isBlank() ? JSON.missingNode() : tree(response.body()));
        } catch (IOException e) {
            return new Answer(0, JSON.getNodeFactory().textNode(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode tree(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            return JSON.getNodeFactory().textNode(body);
        }
    }

    public Answer get(String path) {
        return call("GET", path, null);
    }

    /** Sends a text, and repeats it with the same id until it is accepted, as a careful caller does. */
    public Accepted say(String bot, String conversation, String eventId, String text) {
        return say(message(bot, conversation, eventId).put("text", text));
    }

    /** A message without content. */
    public static ObjectNode message(String bot, String conversation, String eventId) {
        ObjectNode event = JSON.createObjectNode()
                .put("bot_id", bot)
                .put("conversation_id", conversation)
                .put("event_id", eventId);
        event.putObject("actor").put("actor_type", "user").put("actor_id", "walker");
        return event;
    }

    /** Sends an event as {@link #say(String, String, String, String)} does. */
    public Accepted say(ObjectNode event) {
        Answer last = new Answer(0, JSON.missingNode());
        for (int i = 0; i < 240; i++) {
            last = call("POST", "/api/v1/events", event);
            if (last.status() == 202) {
                return new Accepted(
                        last.body().path("event_id").asText(),
                        last.body().path("run_id").asText(),
                        last.body().path("stream").asText());
            }
            if (last.status() >= 400 && last.status() < 500) {
                break;
            }
            pause();
        }
        throw new AssertionError("not accepted: " + last);
    }

    /** Sends a text in a conversation of its own, and returns all frames of its stream. */
    public List<SseEvent> ask(String bot, String text) {
        return follow(say(bot, fresh(), fresh(), text).stream());
    }

    /** A new, unique id. */
    public static String fresh() {
        return UUID.randomUUID().toString();
    }

    /** Waits until echo reports that it sleeps: the run has then certainly reached the runner. */
    public void awaitAsleep(Accepted accepted) {
        await("asleep: " + accepted.runId())
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> read(accepted.stream(), null, event -> isAsleep(event) || event.isTerminal()).stream()
                        .anyMatch(FrontDoor::isAsleep));
    }

    private static boolean isAsleep(SseEvent event) {
        return event.type().equals("tool.call.started");
    }

    /** The transcript of a conversation, as soon as it has that many entries. */
    public JsonNode transcript(String bot, String conversation, int entries) {
        return await().atMost(Duration.ofSeconds(30))
                .pollInterval(200, MILLISECONDS)
                .until(
                        () -> get(transcriptOf(bot, conversation)).body(),
                        page -> page.path("items").size() >= entries);
    }

    /** The assistant's messages of a conversation in its transcript, oldest first. */
    public List<String> spoken(String bot, String conversation) {
        var spoken = new ArrayList<String>();
        for (var item : get(transcriptOf(bot, conversation) + "&direction=forward")
                .body()
                .path("items")) {
            if (item.path("role").asText().equals("assistant")) {
                spoken.add(item.path("content").asText());
            }
        }
        return spoken;
    }

    private static String transcriptOf(String bot, String conversation) {
        return "/api/v1/workspaces/demo/bots/" + bot + "/conversations/" + conversation + "/transcript?limit=100";
    }

    /** Follows a stream to its terminal result, and reconnects after a broken connection, as a browser does. */
    public List<SseEvent> follow(String stream) {
        List<SseEvent> all = new ArrayList<>();
        for (int i = 0; i < 240; i++) {
            var last = all.isEmpty() ? null : all.getLast().id();
            try {
                all.addAll(read(stream, last, event -> false));
            } catch (IOException cut) {
                // The service that streamed it died: resume after the last frame.
            }
            if (!all.isEmpty() && all.getLast().isTerminal()) {
                return all;
            }
            pause();
        }
        throw new AssertionError("no end of the stream, last " + (all.isEmpty() ? "nothing" : all.getLast()));
    }

    /** Reads a stream from after {@code lastEventId} until its end, or until {@code enough} returns true. */
    public List<SseEvent> read(String stream, String lastEventId, Predicate<SseEvent> enough) throws IOException {
        var request = HttpRequest.newBuilder(URI.create(address + stream)).header("Accept", "text/event-stream");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        List<SseEvent> events = new ArrayList<>();
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                response.body().close();
                return events;
            }
            try (var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                String id = "";
                String type = "";
                String data = "";
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("id:")) {
                        id = line.substring(3).strip();
                    } else if (line.startsWith("event:")) {
                        type = line.substring(6).strip();
                    } else if (line.startsWith("data:")) {
                        data = line.substring(5).strip();
                    } else if (line.isEmpty() && !id.isEmpty()) {
                        var event = new SseEvent(id, type, data);
                        events.add(event);
                        id = "";
                        if (enough.test(event)) {
                            return events;
                        }
                    }
                }
            } catch (IOException cut) {
                if (events.isEmpty()) {
                    throw cut;
                }
            }
            return events;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The text of a run: its completed messages, one after another. */
    public static String said(List<SseEvent> events) {
        var text = new StringBuilder();
        for (SseEvent event : events) {
            if (event.type().equals("message.completed")) {
                text.append(event.payload().path("message").path("content").asText());
            }
        }
        return text.toString();
    }

    private static void pause() {
        try {
            Thread.sleep(250);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
