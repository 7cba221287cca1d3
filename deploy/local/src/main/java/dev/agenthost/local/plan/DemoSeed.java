package dev.agenthost.local.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.settings.WorkspaceKey;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Makes the demo agents, their bindings and the model through the front door, as a person would, unless they are there. */
public final class DemoSeed {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;

    private final URI frontDoor;
    private final WorkspaceKey key;
    private final ChatModel model;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    public DemoSeed(URI frontDoor, WorkspaceKey key, ChatModel model) {
        this.frontDoor = frontDoor;
        this.key = key;
        this.model = model;
    }

    /**
     * Creates the missing objects. Existing objects stay as they are, even if a user has changed them; only the model belongs to
     * the box and follows the options of this start.
     *
     * @throws IOException if a service cannot be reached or refuses; harmless to repeat
     */
    public void plant() throws IOException, InterruptedException {
        makeUnlessThere("/api/v1/agents", Demo.AGENT, DemoDocuments.echo(Demo.AGENT));
        makeUnlessThere("/api/v1/bindings", Demo.BINDING, DemoDocuments.binding(Demo.BINDING, Demo.AGENT, Demo.BOT));
        if (model instanceof ChatModel.Endpoint endpoint) {
            plantThinking(endpoint);
        }
    }

    /**
     * Creates the agent and binding that answer {@link Demo#START_CHECK}, unless they exist.
     *
     * @throws IOException if a service cannot be reached or refuses; harmless to repeat
     */
    public void plantStartCheck() throws IOException, InterruptedException {
        var name = Demo.START_CHECK;
        makeUnlessThere("/api/v1/agents", name, DemoDocuments.echo(name));
        makeUnlessThere("/api/v1/bindings", name, DemoDocuments.binding(name, name, name));
    }

    private void plantThinking(ChatModel.Endpoint endpoint) throws IOException, InterruptedException {
        putModel(DemoDocuments.model(endpoint));
        makeUnlessThere("/api/v1/agents", Demo.THINKING_AGENT, DemoDocuments.thinking());
        makeUnlessThere(
                "/api/v1/bindings",
                Demo.THINKING_BINDING,
                DemoDocuments.binding(Demo.THINKING_BINDING, Demo.THINKING_AGENT, Demo.THINKING_BOT));
        makeUnlessThere("/api/v1/agents", Demo.PLANNING_AGENT, DemoDocuments.planning());
        makeUnlessThere(
                "/api/v1/bindings",
                Demo.PLANNING_BINDING,
                DemoDocuments.binding(Demo.PLANNING_BINDING, Demo.PLANNING_AGENT, Demo.PLANNING_BOT));
    }

    private void putModel(ObjectNode wanted) throws IOException, InterruptedException {
        var path = "/api/v1/models/" + Demo.MODEL;
        var there = send(request(path).GET(), OK, NOT_FOUND);
        if (there.statusCode() == NOT_FOUND) {
            send(post("/api/v1/models", wanted), CREATED, CONFLICT);
        } else if (!DemoDocuments.matches(ProtocolCodec.mapper().readTree(there.body()), wanted)) {
            var version = there.headers().firstValue("ETag").orElse("*");
            send(
                    request(path)
                            .header("Content-Type", "application/json")
                            .header("If-Match", version)
                            .PUT(BodyPublishers.ofString(wanted.toString())),
                    OK,
                    PRECONDITION_FAILED);
        }
    }

    private void makeUnlessThere(String path, String id, ObjectNode body) throws IOException, InterruptedException {
        if (send(request(path + "/" + id).GET(), OK, NOT_FOUND).statusCode() == NOT_FOUND) {
            // A conflict: a user has replaced the binding by another one, or another start was faster.
            send(post(path, body), CREATED, CONFLICT);
        }
    }

    private HttpRequest.Builder post(String path, ObjectNode body) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body.toString()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(frontDoor.resolve(path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + key.key());
    }

    private HttpResponse<String> send(HttpRequest.Builder request, int good, int alsoGood)
            throws IOException, InterruptedException {
        var asked = request.build();
        var response = http.send(asked, BodyHandlers.ofString());
        int status = response.statusCode();
        if (status != good && status != alsoGood) {
            throw new IOException(
                    asked.method() + " " + asked.uri().getPath() + " answered " + status + " " + response.body());
        }
        return response;
    }
}
