package dev.agenthost.bench.measure;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * {@code plugin:agenthost/hold/default}: holds each run, as one that waits for a model, until it reads {@value #RELEASE} on its
 * standard input; prints the number of different runs it holds whenever that changes.
 */
public final class HoldingRunner implements AgentRunner {
    static final String ID = "plugin:agenthost/hold/default";
    static final String RELEASE = "release";
    static final String HELD = "held ";

    /** Runs on one connection, as the SDK has it. */
    static final int ON_A_CONNECTION = 128;

    private final CountDownLatch released = new CountDownLatch(1);
    private final Set<String> held = new HashSet<>();

    /** @param arguments the address for runners, and the number of connections */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var runner = new HoldingRunner();
        var plugin = RunnerPlugin.of("agenthost", "hold").runner("default", runner);
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            RunnerHost.connect(URI.create(arguments[0]), System.getenv("AGENTHOST_RUNNER_KEY"), plugin);
        }
        var told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = told.readLine(); line != null; line = told.readLine()) {
            if (line.equals(RELEASE)) {
                runner.released.countDown();
            }
        }
    }

    @Override
    public void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        holds(context.runId(), true);
        try {
            released.await();
        } finally {
            holds(context.runId(), false);
        }
        out.message("released");
    }

    private synchronized void holds(String run, boolean now) {
        if (now ? held.add(run) : held.remove(run)) {
            print(HELD + held.size());
        }
    }

    private static synchronized void print(String line) {
        System.out.println(line);
    }
}
