package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A plugin of one runner, connected to a scripted host. */
abstract class PluginAtHost {
    static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofMillis(50));
    final ScriptedHost host = new ScriptedHost();
    ConnectionKeeper link;

    @AfterEach
    void stop() throws InterruptedException {
        link.close();
        link.awaitClosed();
        host.close();
    }

    Peer connect(AgentRunner runner) throws InterruptedException {
        link = ConnectionKeeper.start(
                host.address(), "a runner key", RunnerPlugin.of("acme", "test").runner("default", runner), BACKOFF);
        Peer peer = host.accept();
        peer.register();
        return peer;
    }

    static JsonNode last(List<JsonNode> results) {
        return results.getLast();
    }

    static ObjectNode data() {
        return (ObjectNode) ScriptedHost.json("{}");
    }
}
