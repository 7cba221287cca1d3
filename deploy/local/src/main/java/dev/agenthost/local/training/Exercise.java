package dev.agenthost.local.training;

import dev.agenthost.local.seed.Demo;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Walks a box through what it will be asked first: events in, answers out, the transcript. */
final class Exercise {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TRANSCRIPT = "/api/v1/workspaces/demo/bots/" + Demo.BOT + "/conversations/c/transcript";

    private final URI frontDoor;
    private final String key;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    Exercise(URI frontDoor, String key) {
        this.frontDoor = frontDoor;
        this.key = key;
    }

    void run(int events) throws IOException, InterruptedException {
        say(Demo.BOT, events);
        say(Demo.THINKING_BOT, events / 4);
        ask(request(TRANSCRIPT));
        ask(request("/api/v1/runners"));
    }

    private void say(String bot, int events) throws IOException, InterruptedException {
        for (int i = 0; i < events; i++) {
            var body = ProtocolCodec.mapper()
                    .createObjectNode()
                    .put("bot_id", bot)
                    .put("conversation_id", "c")
                    .put("text", "hello");
            var accepted = ask(request("/api/v1/events")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body.toString())));
            // The stream ends with the run.
            ask(request(ProtocolCodec.mapper().readTree(accepted).path("stream").asText()));
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(frontDoor.resolve(path)).timeout(LIMIT).header("Authorization", "Bearer " + key);
    }

    private String ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }
}
