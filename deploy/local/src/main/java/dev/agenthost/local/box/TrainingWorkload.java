package dev.agenthost.local.box;

import dev.agenthost.local.client.ApiClient;
import dev.agenthost.local.client.EventClient;
import dev.agenthost.local.plan.Demo;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends a box its typical first requests: events, answers, the transcript. */
final class TrainingWorkload {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TRANSCRIPT = "/api/v1/workspaces/demo/bots/" + Demo.BOT + "/conversations/c/transcript";

    private final URI frontDoor;
    private final String key;
    private final EventClient sender;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    TrainingWorkload(URI frontDoor, String key) {
        this.frontDoor = frontDoor;
        this.key = key;
        this.sender = new EventClient(new ApiClient(http, frontDoor, key, LIMIT));
    }

    void run(int events) throws IOException, InterruptedException {
        send(Demo.BOT, events);
        send(Demo.THINKING_BOT, events / 4);
        fetch(request(TRANSCRIPT));
        fetch(request("/api/v1/runners"));
    }

    private void send(String bot, int events) throws IOException, InterruptedException {
        for (int i = 0; i < events; i++) {
            // The stream ends with the run.
            fetch(request(sender.send(bot, "c", "hello").toString()));
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(frontDoor.resolve(path)).timeout(LIMIT).header("Authorization", "Bearer " + key);
    }

    private String fetch(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }
}
