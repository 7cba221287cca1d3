package dev.agenthost.runners.echo;

import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code plugin:agenthost/echo/default} as a process. Settings, as environment variables or as system properties
 * ({@code agenthost.runner.url} and so on): {@code AGENTHOST_RUNNER_URL}, {@code AGENTHOST_RUNNER_KEY},
 * {@code AGENTHOST_ECHO_DELTA_DELAY_MS} (a pause after each word, 0 by default).
 */
public final class EchoRunner {
    private EchoRunner() {}

    public static void main(String[] args) throws InterruptedException {
        String key = setting("AGENTHOST_RUNNER_KEY");
        if (key == null) {
            System.err.println("AGENTHOST_RUNNER_KEY is not set: the host gives each runner a key");
            System.exit(2);
            return;
        }
        String url = setting("AGENTHOST_RUNNER_URL");
        String delay = setting("AGENTHOST_ECHO_DELTA_DELAY_MS");
        RunnerPlugin plugin = plugin(Duration.ofMillis(delay == null ? 0 : Long.parseLong(delay)));
        RunnerHost host =
                RunnerHost.connect(URI.create(url == null ? "ws://127.0.0.1:8080/runner/ws" : url), key, plugin);
        Runtime.getRuntime().addShutdownHook(new Thread(host::close));
        host.awaitClosed();
    }

    static RunnerPlugin plugin(Duration betweenWords) {
        RunnerSpec spec = RunnerSpec.named("default")
                .described("Echo", "Repeats each message, word by word")
                .capabilities("streaming", "interrupt")
                .permissions(Map.of("history", List.of("page")));
        return RunnerPlugin.of("agenthost", "echo").runner(spec, new Echo(betweenWords));
    }

    private static @Nullable String setting(String name) {
        String property =
                System.getProperty(name.toLowerCase(java.util.Locale.ROOT).replace('_', '.'));
        String value = property != null ? property : System.getenv(name);
        return value == null || value.isBlank() ? null : value;
    }
}
