package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.runners.acpagent.process.AgentProcess;
import dev.agenthost.runners.acpagent.prompt.TurnResults;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.runners.acpagent.rpc.JsonRpcConnection;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import dev.agenthost.sdk.harness.CancellationCheck;
import java.util.List;
import java.util.Optional;

/** Handles an agent's notifications and requests. Notifications before its turn begins and after it was cancelled are ignored. */
final class AgentRequestHandler implements JsonRpcConnection.Other {
    private final TurnResults turn;
    private final PermissionPolicy permissions;
    private final List<String> tools;
    private final CancellationCheck attention;
    private final AgentProcess process;
    private String sessionId = "";
    private boolean muted;

    AgentRequestHandler(
            TurnResults turn,
            PermissionPolicy permissions,
            List<String> tools,
            CancellationCheck attention,
            AgentProcess process) {
        this.turn = turn;
        this.permissions = permissions;
        this.tools = tools;
        this.attention = attention;
        this.process = process;
    }

    void begin(String sessionId) {
        this.sessionId = sessionId;
    }

    void mute() {
        muted = true;
    }

    @Override
    public void onNotification(String method, JsonNode params) throws AgentFailedException {
        if (!muted && method.equals("session/update") && isOurs(params)) {
            turn.update(params.path("update"));
        }
    }

    @Override
    public Optional<ObjectNode> onRequest(String method, JsonNode params) {
        if (!method.equals("session/request_permission")) {
            return Optional.empty();
        }
        Optional<String> chosen = muted || !isOurs(params)
                ? Optional.empty()
                : permissions.choose(params.path("toolCall"), params.path("options"), tools);
        ObjectNode answer = ProtocolCodec.mapper().createObjectNode();
        ObjectNode outcome = answer.putObject("outcome");
        chosen.ifPresentOrElse(
                option -> outcome.put("outcome", "selected").put("optionId", option),
                () -> outcome.put("outcome", "cancelled"));
        return Optional.of(answer);
    }

    @Override
    public void tick() {
        process.scan();
        if (!muted) {
            attention.check();
        }
    }

    private boolean isOurs(JsonNode params) {
        return !sessionId.isEmpty() && sessionId.equals(params.path("sessionId").textValue());
    }
}
