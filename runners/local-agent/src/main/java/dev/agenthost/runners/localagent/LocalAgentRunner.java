package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code plugin:agenthost/local-agent/default} as a process. Settings, as environment variables or as system properties
 * ({@code agenthost.runner.url} and so on): {@code AGENTHOST_RUNNER_URL}, {@code AGENTHOST_RUNNER_KEY}.
 */
public final class LocalAgentRunner {
    private LocalAgentRunner() {}

    public static void main(String[] args) throws InterruptedException {
        String key = setting("AGENTHOST_RUNNER_KEY");
        if (key == null) {
            System.err.println("AGENTHOST_RUNNER_KEY is not set: the host gives each runner a key");
            System.exit(2);
            return;
        }
        String url = setting("AGENTHOST_RUNNER_URL");
        RunnerHost host =
                RunnerHost.connect(URI.create(url == null ? "ws://127.0.0.1:8080/runner/ws" : url), key, plugin());
        Runtime.getRuntime().addShutdownHook(new Thread(host::close));
        host.awaitClosed();
    }

    /** The plugin, for programs that run it in a process of their own. */
    public static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .described("Local agent", "Answers with a model, its tools and its knowledge")
                .capabilities(
                        "streaming", "tool_calling", "knowledge_retrieval", "multimodal_input", "interrupt", "steering")
                .permissions(Map.of(
                        "models", List.of("invoke", "stream", "rerank"),
                        "tools", List.of("detail", "call"),
                        "knowledge_bases", List.of("list", "retrieve"),
                        "history", List.of("page"),
                        "artifacts", List.of("read")))
                .config(field("model", "model-fallback-selector", "Model", true))
                .config(field("prompt", "prompt-editor", "Prompt", false))
                .config(field("knowledge-bases", "knowledge-base-multi-selector", "Knowledge", false))
                .config(field("rerank-model", "rerank-model-selector", "Reranking model", false))
                .config(number("max-messages", "Messages before the older ones are summarised", 40))
                // No default: without a value, the model's context window decides.
                .config(field("max-characters", "integer", "Characters before the older ones are summarised", false))
                .config(number("keep-messages", "Messages that a summary leaves unchanged", 10))
                .config(number("max-tool-rounds", "Rounds of tool calls before it must answer", 10))
                .config(number("max-parallel-tools", "Tools called at the same time", 4))
                .config(number("top-k", "Passages of knowledge", 5))
                .config(field("extra-args", "json", "Arguments for the model's provider", false))
                .config(field("remove-think", "boolean", "Omit the reasoning of the model", false));
        return RunnerPlugin.of("agenthost", "local-agent").runner(spec, new LocalAgent());
    }

    private static ObjectNode number(String name, String label, int usual) {
        return field(name, "integer", label, false).put("default", usual);
    }

    private static ObjectNode field(String name, String type, String label, boolean required) {
        ObjectNode field = JsonNodeFactory.instance.objectNode();
        field.put("name", name).put("type", type).put("required", required);
        field.putObject("label").put("en_US", label);
        return field;
    }

    private static @Nullable String setting(String name) {
        String property = System.getProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'));
        String value = property != null ? property : System.getenv(name);
        return value == null || value.isBlank() ? null : value;
    }
}
