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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The installation that a command calls: the running box with its host key, or another with a key of it. */
final class InstallationOptions {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int REFUSED = 400;

    @Option(names = "--url", paramLabel = "URL", description = "Another installation than the box.")
    private @Nullable URI url;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            defaultValue = "${env:AGENTHOST_KEY}",
            description =
                    "The host key or an admin's key of that installation (default: of the variable AGENTHOST_KEY).")
    private @Nullable String key;

    /** The command cannot be carried out; {@code answer} is what the shell gets. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int answer;

        RefusedException(int answer, String why) {
            super(why);
            this.answer = answer;
        }

        int answer() {
            return answer;
        }
    }

    JsonNode get(String path) throws RefusedException, IOException, InterruptedException {
        return get(path, LIMIT);
    }

    JsonNode get(String path, Duration limit) throws RefusedException, IOException, InterruptedException {
        return call("GET", path, null, limit);
    }

    JsonNode post(String path, JsonNode body) throws RefusedException, IOException, InterruptedException {
        return call("POST", path, body, LIMIT);
    }

    private JsonNode call(String method, String path, @Nullable JsonNode body, Duration limit)
            throws RefusedException, IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address().resolve(path))
                .timeout(limit)
                .header("Authorization", "Bearer " + secret())
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
        try (var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .build()) {
            var response = http.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= REFUSED) {
                throw new RefusedException(CommandContext.FAILED, why(response.statusCode(), response.body()));
            }
            return ProtocolCodec.mapper().readTree(response.body());
        }
    }

    static String why(int status, String body) {
        try {
            return ProtocolCodec.mapper().readTree(body).path("detail").asText("refused: " + status);
        } catch (IOException e) {
            return "refused: " + status;
        }
    }

    private URI address() throws RefusedException {
        return url != null
                ? url
                : BoxState.ofRunning(CommandContext.layout())
                        .map(state -> URI.create("http://127.0.0.1:" + state.frontPort()))
                        .orElseThrow(() -> new RefusedException(
                                CommandContext.NOT_RUNNING, "Agent Host is not running. Start it with ./agenthost up"));
    }

    private String secret() throws RefusedException, IOException {
        if (url == null) {
            return KeysFile.open(CommandContext.layout().keys())
                    .flatMap(keys -> keys.hostKey().map(WorkspaceKey::key))
                    .orElseThrow(() -> new RefusedException(CommandContext.FAILED, "The box has no host key."));
        }
        if (key == null || key.isBlank()) {
            throw new RefusedException(
                    CommandContext.FAILED, "Put the host key or an admin's key into the variable AGENTHOST_KEY.");
        }
        return key;
    }
}
