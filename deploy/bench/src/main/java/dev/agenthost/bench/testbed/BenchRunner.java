package dev.agenthost.bench.testbed;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import java.net.URI;
import java.util.regex.Pattern;

/**
 * {@code plugin:agenthost/bench/default}: emits the deltas that the text asks for, {@code <deltas> every <milliseconds>}, and else
 * answers with one message. Each delta is the machine's monotonic clock at its emission, in nanoseconds, so that a reader on the
 * same machine can compute its latency.
 */
public final class BenchRunner implements AgentRunner {
    public static final String PLUGIN = "agenthost/bench";
    public static final String ID = "plugin:agenthost/bench/default";

    private static final Pattern DELTAS = Pattern.compile("(\\d+) every (\\d+)");

    /** @param arguments the address for runners; the runner key is in the environment */
    public static void main(String[] arguments) throws InterruptedException {
        var plugin = RunnerPlugin.of("agenthost", "bench").runner("default", new BenchRunner());
        try (var host = RunnerHost.connect(URI.create(arguments[0]), System.getenv("AGENTHOST_RUNNER_KEY"), plugin)) {
            host.awaitClosed();
        }
    }

    /** The text that asks for a number of deltas, with this number of milliseconds between them. */
    public static String deltas(int count, int everyMilliseconds) {
        return count + " every " + everyMilliseconds;
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        var text = context.input().text();
        var asked = DELTAS.matcher(text == null ? "" : text);
        if (!asked.matches()) {
            out.message("answered");
            return;
        }
        int count = Integer.parseInt(asked.group(1));
        long between = Long.parseLong(asked.group(2));
        for (int i = 0; i < count; i++) {
            out.delta(Long.toString(System.nanoTime()));
            if (between > 0) {
                Thread.sleep(between);
            }
        }
    }
}
