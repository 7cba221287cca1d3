package dev.agenthost.walk.runner;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.sdk.host.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A runner that stores its input in every kind of storage, and emits in a later turn the values that it reads. */
final class StorageRunner {
    static final String RUNNER_ID = "plugin:walk/keeper/default";

    private StorageRunner() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .permissions(Map.of(
                        "storage", List.of("plugin"),
                        "history", List.of("page", "search"),
                        "events", List.of("get", "page"),
                        "artifacts", List.of("metadata", "read")));
        return RunnerPlugin.of("walk", "keeper").runner(spec, StorageRunner::run);
    }

    private static void run(AgentRunContext context, RunOutput out, HostApi api) throws IOException {
        String text = String.valueOf(context.input().text());
        if (text.startsWith("keep ")) {
            keep(context, out, api, text.substring("keep ".length()));
        } else {
            out.message(found(context, api));
        }
    }

    private static void keep(AgentRunContext context, RunOutput out, HostApi api, String said) {
        String artifact = "note-" + context.runId();
        byte[] made = ("made of " + said).getBytes(StandardCharsets.UTF_8);
        out.emit(new ArtifactCreated(
                "file",
                artifact,
                "text/plain",
                "note.txt",
                (long) made.length,
                null,
                Fields.object(null),
                Base64.getEncoder().encodeToString(made)));
        api.pluginStorage().set("note", artifact.getBytes(StandardCharsets.UTF_8));
        out.message("kept " + artifact);
    }

    private static String found(AgentRunContext context, HostApi api) throws IOException {
        Storage storage = api.pluginStorage();
        String artifact = new String(storage.get("note").orElseThrow(), StandardCharsets.UTF_8);
        String mime = api.artifacts().metadata(artifact).mimeType();
        try (InputStream content = api.artifacts().open(artifact)) {
            String made = new String(content.readAllBytes(), StandardCharsets.UTF_8);
            String best = api.historySearch("东京", 3).items().getFirst().content();
            String event = api.events().get(context.event().eventId()).eventType();
            return storage.keys() + " | " + mime + " | " + made + " | " + best + " | " + event;
        }
    }
}
