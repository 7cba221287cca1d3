package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.runners.acpagent.process.AgentProcess;
import dev.agenthost.runners.acpagent.process.AgentProfileRegistry;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.sdk.harness.files.WorkingDirectories;
import dev.agenthost.sdk.harness.mcp.RunMcpServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code plugin:agenthost/acp-agent/default} as a process. Settings, as environment variables or as system properties
 * ({@code agenthost.runner.url} and so on): {@code AGENTHOST_RUNNER_URL}, {@code AGENTHOST_RUNNER_KEY},
 * {@code AGENTHOST_ACP_PROFILES} (a file) or {@code AGENTHOST_ACP_COMMAND} (one command line), {@code AGENTHOST_ACP_HOME} (where
 * working directories are), {@code AGENTHOST_ACP_CONCURRENCY} (agents at the same time, 8), {@code AGENTHOST_ACP_RETENTION_DAYS} (30).
 */
public final class AcpAgentRunner {
    private static final int MOST_DIRECTORIES = 1000;

    private AcpAgentRunner() {}

    public static void main(String[] args) throws InterruptedException {
        // Closes idle connections to the tools of a run.
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
        System.setProperty("sun.net.httpserver.maxRspTime", "300");
        String key = setting("AGENTHOST_RUNNER_KEY");
        if (key == null) {
            leave("AGENTHOST_RUNNER_KEY is not set: the host gives each runner a key");
            return;
        }
        RunnerPlugin plugin;
        try {
            plugin = plugin(
                    profiles(),
                    home(),
                    number("AGENTHOST_ACP_CONCURRENCY", 8),
                    number("AGENTHOST_ACP_RETENTION_DAYS", 30));
        } catch (IllegalArgumentException | IOException e) {
            leave(String.valueOf(e.getMessage()));
            return;
        }
        String url = setting("AGENTHOST_RUNNER_URL");
        RunnerHost host =
                RunnerHost.connect(URI.create(url == null ? "ws://127.0.0.1:8080/runner/ws" : url), key, plugin);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            host.close();
            AgentProcess.endAll();
        }));
        host.awaitClosed();
    }

    /**
     * The plugin, for programs that run it in a process of their own.
     *
     * @param home parent of the working directories, created for their owner alone
     * @param agentsAtOnce maximum of agent processes at the same time
     * @param keepDays days after which an unused working directory is deleted
     */
    public static RunnerPlugin plugin(AgentProfileRegistry profiles, Path home, int agentsAtOnce, int keepDays)
            throws IOException {
        WorkingDirectories directories = new WorkingDirectories(home, Duration.ofDays(keepDays), MOST_DIRECTORIES);
        return RunnerPlugin.of("agenthost", "acp-agent")
                .runner(spec(profiles), new AcpAgent(profiles, directories, RunMcpServer.start(), agentsAtOnce));
    }

    private static RunnerSpec spec(AgentProfileRegistry profiles) {
        ObjectNode profile = field("profile", "select", "The profile of the plugin");
        profile.put("required", profiles.all().size() > 1);
        for (String name : profiles.all().keySet()) {
            ObjectNode option = profile.withArray("options").addObject().put("name", name);
            option.putObject("label").put("en_US", name);
        }
        ObjectNode permissions = field("permissions", "select", "The actions that need no permission");
        for (String name : List.of("deny", "allow_reads")) {
            ObjectNode option = permissions.withArray("options").addObject().put("name", name);
            option.putObject("label").put("en_US", name);
        }
        return RunnerSpec.named("default")
                .described("Command-line agent", "Passes each message to an agent of the Agent Client Protocol")
                .capabilities(
                        "streaming",
                        "tool_calling",
                        "knowledge_retrieval",
                        "multimodal_input",
                        "interrupt",
                        "skill_authoring")
                .permissions(Map.of(
                        "tools", List.of("detail", "call"),
                        "knowledge_bases", List.of("list", "retrieve"),
                        "history", List.of("page", "search"),
                        "artifacts", List.of("metadata", "read")))
                .config(profile)
                .config(field("prompt", "text", "The text at the beginning of a session"))
                .config(field("template", "text", "The text that encloses each message, which replaces {message}"))
                .config(permissions)
                .config(field("turn-seconds", "integer", "How long a turn may take, in seconds"));
    }

    private static ObjectNode field(String name, String type, String label) {
        ObjectNode field = JsonNodeFactory.instance.objectNode();
        field.put("name", name).put("type", type).put("required", false);
        field.putObject("label").put("en_US", label);
        return field;
    }

    private static AgentProfileRegistry profiles() throws IOException {
        String file = setting("AGENTHOST_ACP_PROFILES");
        String command = setting("AGENTHOST_ACP_COMMAND");
        if (file != null) {
            return AgentProfileRegistry.read(Files.readString(Path.of(file)));
        }
        if (command == null) {
            throw new IllegalArgumentException("AGENTHOST_ACP_PROFILES or AGENTHOST_ACP_COMMAND must be set");
        }
        return AgentProfileRegistry.of(command);
    }

    private static Path home() {
        String home = setting("AGENTHOST_ACP_HOME");
        return home != null ? Path.of(home) : Path.of(System.getProperty("user.home"), ".agenthost", "acp-agent");
    }

    private static int number(String name, int usual) {
        String text = setting(name);
        if (text == null) {
            return usual;
        }
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException(name + " must be an integer within 1 and 9999");
        }
        return Integer.parseInt(text);
    }

    private static void leave(String why) {
        System.err.println(why);
        System.exit(2);
    }

    private static @Nullable String setting(String name) {
        String property = System.getProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'));
        String value = property != null ? property : System.getenv(name);
        return value == null || value.isBlank() ? null : value;
    }
}
