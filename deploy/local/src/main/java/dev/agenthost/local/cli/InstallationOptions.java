package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.local.settings.WorkspaceKey;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The installation that a command calls: the running box with a key of its own, or another with a key of it. */
final class InstallationOptions {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int REFUSED = 400;
    private static final String JSON = "application/json";

    @Option(names = "--url", paramLabel = "URL", description = "Another installation than the box.")
    private @Nullable URI url;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            defaultValue = "${env:AGENTHOST_KEY}",
            description =
                    "The key of that installation, an admin's or the host's (default: of the variable AGENTHOST_KEY).")
    private @Nullable String key;

    private final BoxKey boxKey;

    InstallationOptions(BoxKey boxKey) {
        this.boxKey = boxKey;
    }

    /** The key of the box that a command uses. */
    enum BoxKey {
        /** The host's. */
        HOST("The box has no host key.", "Put the host key or an admin's key into the variable AGENTHOST_KEY."),
        /** An admin's, of the workspace {@code demo}. */
        DEMO("The box has no key.", "Put an admin's key into the variable AGENTHOST_KEY.");

        private final String missing;
        private final String remedy;

        /**
         * @param missing says that the box has no such key
         * @param remedy of a command that calls another installation without a key
         */
        BoxKey(String missing, String remedy) {
            this.missing = missing;
            this.remedy = remedy;
        }

        private Optional<String> of(BoxKeys keys) {
            return this == HOST
                    ? keys.hostKey().map(WorkspaceKey::key)
                    : Optional.of(keys.demoKey().key());
        }
    }

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
        return ProtocolCodec.mapper().readTree(send("GET", path, BodyPublishers.noBody(), JSON, limit));
    }

    JsonNode post(String path, JsonNode body) throws RefusedException, IOException, InterruptedException {
        return ProtocolCodec.mapper().readTree(post(path, BodyPublishers.ofString(body.toString()), JSON));
    }

    /** Posts a body; returns the answer as it came. */
    String post(String path, BodyPublisher body, String contentType)
            throws RefusedException, IOException, InterruptedException {
        return send("POST", path, body, contentType, LIMIT);
    }

    private String send(String method, String path, BodyPublisher body, String contentType, Duration limit)
            throws RefusedException, IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address().resolve(path))
                .timeout(limit)
                .header("Authorization", "Bearer " + secret())
                .header("Content-Type", contentType)
                .method(method, body);
        try (var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .build()) {
            var response = http.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= REFUSED) {
                throw new RefusedException(CommandContext.FAILED, why(response.statusCode(), response.body()));
            }
            return response.body();
        }
    }

    private static String why(int status, String body) {
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
        Optional<String> shown = url == null
                ? KeysFile.open(CommandContext.layout().keys()).flatMap(boxKey::of)
                : Optional.ofNullable(key);
        return shown.filter(secret -> !secret.isBlank())
                .orElseThrow(() ->
                        new RefusedException(CommandContext.FAILED, url == null ? boxKey.missing : boxKey.remedy));
    }
}
