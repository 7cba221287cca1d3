package dev.agenthost.sdk;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.ws.ConnectionKeeper;
import java.net.URI;

/**
 * A plugin's one connection to its host. Connects and reconnects by itself (with growing, random pauses of up to five seconds) when the
 * connection is lost. Runs of a lost connection are cancelled; none continues on a new one.
 */
public final class RunnerHost implements AutoCloseable {
    private static final String LOCAL_BOX = "ws://localhost:8080/runner/ws";

    private final ConnectionKeeper link;

    private RunnerHost(ConnectionKeeper link) {
        this.link = link;
    }

    /**
     * Starts to connect, and returns at once.
     *
     * @param address for instance {@code ws://127.0.0.1:8080/runner/ws}
     * @param key the runner key, which names the plugins that it may register
     */
    public static RunnerHost connect(URI address, String key, RunnerPlugin plugin) {
        // Prepares decoding now, so that the first run does not wait for it.
        ProtocolCodec.prepare(AgentRunContext.class);
        return new RunnerHost(ConnectionKeeper.start(address, key, plugin));
    }

    /**
     * Starts to connect by the environment's settings, and returns at once: to {@code AGENTHOST_RUNNER_URL} (by default that of a
     * local box) with {@code AGENTHOST_RUNNER_KEY}. {@code ./agenthost run} sets both.
     *
     * @throws IllegalStateException if no key is set
     */
    public static RunnerHost connect(RunnerPlugin plugin) {
        String key = System.getenv("AGENTHOST_RUNNER_KEY");
        if (key == null || key.isBlank()) {
            throw new IllegalStateException(
                    "AGENTHOST_RUNNER_KEY is not set: start the runner with ./agenthost run, or set it to a runner key");
        }
        String address = System.getenv("AGENTHOST_RUNNER_URL");
        return connect(URI.create(address == null || address.isBlank() ? LOCAL_BOX : address), key, plugin);
    }

    /** Returns true if the plugin is registered at this moment. */
    public boolean isRegistered() {
        return link.isRegistered();
    }

    /** Waits until {@link #close()}. */
    public void awaitClosed() throws InterruptedException {
        link.awaitClosed();
    }

    /** Cancels all runs and disconnects for good. */
    @Override
    public void close() {
        link.close();
    }
}
