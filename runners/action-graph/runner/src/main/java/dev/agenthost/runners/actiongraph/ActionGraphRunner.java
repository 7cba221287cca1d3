package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.runners.actiongraph.registry.ExecutorConfig;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code plugin:agenthost/action-graph/default} as a process. Settings, as environment variables or as system properties
 * ({@code agenthost.runner.url} and so on): {@code AGENTHOST_RUNNER_URL}, {@code AGENTHOST_RUNNER_KEY}, and for tests
 * {@code AGENTHOST_FAILPOINT_DIRECTORY}.
 */
public final class ActionGraphRunner {
    private ActionGraphRunner() {}

    public static void main(String[] args) throws InterruptedException {
        String key = setting("AGENTHOST_RUNNER_KEY");
        if (key == null) {
            System.err.println("AGENTHOST_RUNNER_KEY is not set: the host gives each runner a key");
            System.exit(2);
            return;
        }
        String failPoints = setting("AGENTHOST_FAILPOINT_DIRECTORY");
        if (failPoints != null) {
            System.err.println(
                    "fail points are enabled: this process halts at each step that has a file in " + failPoints);
            FailPoint.enable(Path.of(failPoints));
        }
        String url = setting("AGENTHOST_RUNNER_URL");
        RunnerHost host =
                RunnerHost.connect(URI.create(url == null ? "ws://127.0.0.1:8080/runner/ws" : url), key, plugin());
        Runtime.getRuntime().addShutdownHook(new Thread(host::close));
        host.awaitClosed();
    }

    /** The plugin, for programs that run it in a process of their own. */
    public static RunnerPlugin plugin() {
        return RunnerPlugin.of("agenthost", "action-graph").runner(spec(), new ActionGraphAgent());
    }

    static RunnerSpec spec() {
        RunnerSpec spec = RunnerSpec.named("default")
                .described("Action graph", "Plans with a model, and executes the graphs of actions that it declares")
                .capabilities("streaming", "tool_calling", "interrupt", "interactions")
                .permissions(Map.of(
                        "models", List.of("invoke", "stream"),
                        "tools", List.of("detail", "call"),
                        "history", List.of("page"),
                        "artifacts", List.of("read"),
                        "interactions", List.of("request"),
                        "timers", List.of("set"),
                        "agents", List.of("delegate")))
                .config(field("model", "model-fallback-selector", "Model", true, ActionGraphConfig.MODEL_MEMBERS))
                .config(field("prompt", "prompt-editor", "Prompt", false))
                .config(field(
                        "agents", "json", "Agents that actions may be given to", false, ExecutorConfig.AGENT_MEMBERS))
                .config(field(
                        "executors",
                        "json",
                        "Descriptions of executors; pipelines, services, people",
                        false,
                        ExecutorConfig.EXECUTOR_MEMBERS))
                .config(field(
                        "executor-rules",
                        "json",
                        "Limits of the choice of executors",
                        false,
                        ExecutorConfig.RULE_MEMBERS));
        for (IntegerSetting setting : IntegerSetting.values()) {
            spec = spec.config(setting.item());
        }
        return spec.config(field("extra-args", "json", "Arguments for the model's provider", false))
                .config(field("remove-think", "boolean", "Omit the reasoning of the model", false));
    }

    /** A field of objects with these members: a misspelt one is refused when the agent is written. */
    private static ObjectNode field(String name, String type, String label, boolean required, List<String> members) {
        ObjectNode field = field(name, type, label, required);
        members.forEach(field.putArray("members")::add);
        return field;
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
