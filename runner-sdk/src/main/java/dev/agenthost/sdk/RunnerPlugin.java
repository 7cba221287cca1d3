package dev.agenthost.sdk;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plugin: its author, name, version and runners. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * RunnerPlugin.of("acme", "hello").runner("default", (context, out, api) -> out.message("Hello!"))
 * }</pre>
 */
public record RunnerPlugin(
        String author,
        String name,
        String version,
        Map<String, Entry> runners,
        @Nullable PluginIcon icon) {
    /** A runner and its description. */
    public record Entry(RunnerSpec spec, AgentRunner runner) {}

    public RunnerPlugin {
        Fields.text(author, "author");
        Fields.text(name, "name");
        Fields.text(version, "version");
        runners = Fields.map(runners);
        runners.keySet().forEach(runner -> new RunnerId(author, name, runner));
    }

    public static RunnerPlugin of(String author, String name) {
        return new RunnerPlugin(author, name, "0.1.0", Map.of(), null);
    }

    public RunnerPlugin version(String version) {
        return new RunnerPlugin(author, name, version, runners, icon);
    }

    /** Sets an icon, which the host requests when the plugin is registered. */
    public RunnerPlugin icon(String mimeType, byte[] bytes) {
        return new RunnerPlugin(author, name, version, runners, new PluginIcon(mimeType, bytes));
    }

    /** Adds a runner that streams and requests no permissions; its id is {@code plugin:author/name/runner}. */
    public RunnerPlugin runner(String runner, AgentRunner code) {
        return runner(RunnerSpec.named(runner), code);
    }

    public RunnerPlugin runner(RunnerSpec spec, AgentRunner code) {
        Map<String, Entry> all = new LinkedHashMap<>(runners);
        if (all.putIfAbsent(spec.name(), new Entry(spec, code)) != null) {
            throw new IllegalArgumentException("Two runners have the same name: " + spec.name());
        }
        return new RunnerPlugin(author, name, version, all, icon);
    }
}
