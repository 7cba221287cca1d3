package dev.agenthost.local.seed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.keys.ApiKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Makes the demo agent and its binding through the front door, as a person would, unless they are there. */
public final class DemoSeed {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final URI frontDoor;
    private final ApiKey key;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    public DemoSeed(URI frontDoor, ApiKey key) {
        this.frontDoor = frontDoor;
        this.key = key;
    }

    /**
     * What is there under these names stays as it is, also when somebody has changed it since.
     *
     * @throws IOException when binding-resolver cannot be reached or refuses; harmless to repeat
     */
    public void plant() throws IOException, InterruptedException {
        makeUnlessThere("/api/v1/agents", Demo.AGENT, agent());
        makeUnlessThere("/api/v1/bindings", Demo.BINDING, binding());
    }

    private static ObjectNode agent() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("agent_id", Demo.AGENT)
                .put("name", Demo.AGENT)
                .put("runner_id", Demo.RUNNER_ID);
    }

    private static ObjectNode binding() {
        var binding = JsonNodeFactory.instance
                .objectNode()
                .put("binding_id", Demo.BINDING)
                .put("agent_id", Demo.AGENT);
        binding.putObject("scope").put("kind", "bot").put("bot_id", Demo.BOT);
        binding.putArray("event_types").add("message.received");
        return binding;
    }

    private void makeUnlessThere(String path, String id, ObjectNode body) throws IOException, InterruptedException {
        if (answer(request(path + "/" + id).GET(), OK, NOT_FOUND) == OK) {
            return;
        }
        // A conflict: somebody has put another binding in its place, or another start was faster.
        answer(
                request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body.toString())),
                CREATED,
                CONFLICT);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(frontDoor.resolve(path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + key.key());
    }

    private int answer(HttpRequest.Builder request, int good, int alsoGood) throws IOException, InterruptedException {
        var asked = request.build();
        var response = http.send(asked, BodyHandlers.ofString());
        int status = response.statusCode();
        if (status != good && status != alsoGood) {
            throw new IOException(
                    asked.method() + " " + asked.uri().getPath() + " answered " + status + " " + response.body());
        }
        return status;
    }
}
