package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.local.settings.WorkspaceKey;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client of the running box's front door with the host key. */
record KeyApiClient(URI address, String hostKey) {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int REFUSED = 400;

    /** Empty when the box is not running. */
    static Optional<KeyApiClient> ofRunningBox() throws IOException {
        var layout = CommandContext.layout();
        var running = BoxState.ofRunning(layout);
        var host = KeysFile.open(layout.keys()).flatMap(keys -> keys.hostKey().map(WorkspaceKey::key));
        return running.flatMap(
                state -> host.map(key -> new KeyApiClient(URI.create("http://127.0.0.1:" + state.frontPort()), key)));
    }

    static int notRunning() {
        System.err.println("Agent Host is not running. Start it with ./agenthost up");
        return CommandContext.NOT_RUNNING;
    }

    /** The answer's body. A refusal is an {@link IOException} with its plain words. */
    JsonNode call(String method, String path, @Nullable JsonNode body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + hostKey)
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
        try (var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .build()) {
            var response = http.send(request.build(), BodyHandlers.ofString());
            var read = ProtocolCodec.mapper().readTree(response.body().isEmpty() ? "{}" : response.body());
            if (response.statusCode() >= REFUSED) {
                throw new IOException(read.path("detail").asText("refused: " + response.statusCode()));
            }
            return read;
        }
    }

    /** Without the key, which a record would print. */
    @Override
    public String toString() {
        return "KeyApiClient[" + address + "]";
    }
}
