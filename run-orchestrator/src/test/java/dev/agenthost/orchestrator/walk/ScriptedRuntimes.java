package dev.agenthost.orchestrator.walk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.orchestrator.runtime.ws.RuntimeServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.vertx.core.Vertx;
import java.util.Map;

/** The runtimes that the service dials: one of each generation, one whose token it does not know, one that garbles its list. */
public final class ScriptedRuntimes implements QuarkusTestResourceLifecycleManager {
    private static final String TOKEN = "a-control-token-of-32-characters-or-more";
    static ScriptedRuntime main;
    static ScriptedRuntime elder;

    private Vertx vertx;

    @Override
    public Map<String, String> start() {
        vertx = Vertx.vertx();
        ObjectNode broken = ScriptedRuntime.entry("walk", "behind", "broken");
        ((ObjectNode) broken.at("/manifest/permissions")).putArray("galaxy");
        main = new ScriptedRuntime(true)
                .plugin("walk", "behind", broken, ScriptedRuntime.entry("walk", "behind", "default"))
                .plugin("walk", "beside", ScriptedRuntime.entry("walk", "beside", "default"))
                .version("walk/behind", "1.2.0");
        elder = new ScriptedRuntime(false).plugin("walk", "elder", ScriptedRuntime.entry("walk", "elder", "default"));
        return Map.ofEntries(
                Map.entry("agenthost.runtimes.\"main\".url", url(main, TOKEN)),
                Map.entry("agenthost.runtimes.\"main\".workspace", "demo"),
                Map.entry("agenthost.runtimes.\"main\".control-token-ref", "of-main"),
                Map.entry("agenthost.secrets.\"of-main\"", TOKEN),
                Map.entry("agenthost.runtimes.\"elder\".url", url(elder, null)),
                Map.entry("agenthost.runtimes.\"elder\".workspace", "demo"),
                Map.entry("agenthost.runtimes.\"elder\".generation", "specification"),
                Map.entry(
                        "agenthost.runtimes.\"locked\".url",
                        url(new ScriptedRuntime(true), "a-token-that-nobody-was-told-about-at-all")),
                Map.entry("agenthost.runtimes.\"locked\".workspace", "demo"),
                Map.entry("agenthost.runtimes.\"locked\".control-token", TOKEN),
                Map.entry(
                        "agenthost.runtimes.\"garbled\".url",
                        url(new ScriptedRuntime(true).garbles("list_agent_runners"), null)),
                Map.entry("agenthost.runtimes.\"garbled\".workspace", "demo"),
                Map.entry("agenthost.runtime.min-refresh-interval", "50ms"),
                Map.entry("agenthost.runtime.reconnect-delay", "100ms"),
                Map.entry("agenthost.runtime.max-reconnect-delay", "500ms"));
    }

    private String url(ScriptedRuntime runtime, String token) {
        return "ws://127.0.0.1:" + new RuntimeServer(vertx, runtime, token, 0).port() + "/control/ws";
    }

    @Override
    public void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
