package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.client.ApiClient;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.local.settings.KeysFile;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A conversation with a bot of the running box. */
final class ConversationOptions {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Option(
            names = "--conversation",
            paramLabel = "C",
            defaultValue = "terminal",
            description = "The conversation (default: ${DEFAULT-VALUE}).")
    private String conversation = "";

    @Option(
            names = "--bot",
            paramLabel = "B",
            defaultValue = Demo.BOT,
            description = "The bot (default: ${DEFAULT-VALUE}).")
    private String bot = "";

    String conversation() {
        return conversation;
    }

    String bot() {
        return bot;
    }

    /** The API of the running box, with the key of its demo; empty when the box is not running. */
    Optional<ApiClient> api() throws IOException {
        var layout = CommandContext.layout();
        var running = BoxState.ofRunning(layout);
        var keys = KeysFile.open(layout.keys());
        if (running.isEmpty() || keys.isEmpty()) {
            return Optional.empty();
        }
        var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .build();
        var frontDoor = URI.create("http://127.0.0.1:" + running.get().frontPort());
        return Optional.of(new ApiClient(http, frontDoor, keys.get().demoKey().key(), LIMIT));
    }

    /** The words for an agent that waits: the command that responds, and the chat page, which asks for a key unless the browser has one. */
    String remedy(ApiClient api) {
        var page = api.frontDoor()
                .resolve("/#c=" + URLEncoder.encode(conversation, StandardCharsets.UTF_8) + "&bot="
                        + URLEncoder.encode(bot, StandardCharsets.UTF_8));
        return "Respond to a question with ./agenthost respond --bot " + bot + " --conversation " + conversation
                + ", or at " + page;
    }
}
