package dev.agenthost.local.seed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.keys.ApiKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Makes the demo agent and its binding through the front door, as a person would, unless they are there. */
public final class DemoSeed {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int CREATED = 201;
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
     * Does nothing where an agent of that name has been made before, even if its binding was taken away since: that was
     * somebody's wish.
     *
     * @throws IOException when binding-resolver cannot be reached or refuses; harmless to repeat
     */
    public void plant() throws IOException, InterruptedException {
        var agentId = demoAgent();
        if (agentId.isEmpty()) {
            agentId = Optional.of(
                    create("/api/v1/agents", agent()).path("agent_id").asText());
        }
        if (!isBound(agentId.get())) {
            create("/api/v1/bindings", binding(agentId.get()));
        }
    }

    private Optional<String> demoAgent() throws IOException, InterruptedException {
        for (var agent : items(get("/api/v1/agents"))) {
            if (agent.path("name").asText().equals(Demo.AGENT)) {
                return Optional.of(agent.path("agent_id").asText());
            }
        }
        return Optional.empty();
    }

    private boolean isBound(String agentId) throws IOException, InterruptedException {
        for (var binding : items(get("/api/v1/bindings"))) {
            if (binding.path("agent_id").asText().equals(agentId)) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode items(JsonNode page) {
        return page.isArray() ? page : page.path("items");
    }

    private static ObjectNode agent() {
        return JSON.createObjectNode().put("name", Demo.AGENT).put("runner_id", Demo.RUNNER_ID);
    }

    private static ObjectNode binding(String agentId) {
        var binding = JSON.createObjectNode().put("agent_id", agentId).put("enabled", true);
        binding.putObject("scope").put("kind", "bot").put("bot_id", Demo.BOT);
        binding.putArray("event_types").add("*");
        return binding;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET(), path);
    }

    private JsonNode create(String path, ObjectNode body) throws IOException, InterruptedException {
        return send(
                request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body.toString())),
                path);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(frontDoor.resolve(path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + key.key());
    }

    private JsonNode send(HttpRequest.Builder request, String path) throws IOException, InterruptedException {
        var response = http.send(request.build(), BodyHandlers.ofString());
        return switch (response.statusCode()) {
            case OK, CREATED, CONFLICT -> JSON.readTree(response.body());
            default -> throw new IOException(path + " answered " + response.statusCode() + " " + response.body());
        };
    }
}
