package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;

/**
 * {@code agent-context.json}: what a harness is told of its run (spec 003 §4.5). Only what is named here goes into it; a runner's
 * configuration, which may hold secrets, and what an adapter added are not among it.
 */
public final class HarnessContext {
    public static final String FILE = "agent-context.json";
    public static final String SCHEMA = "langbot.agent_runner.external_harness_context.v1";
    private static final List<String> SHOWN = List.of(
            "run_id", "event", "actor", "subject", "input", "delivery", "resources", "context", "state", "runtime");

    private HarnessContext() {}

    public static ObjectNode of(AgentRunContext context) {
        ObjectNode whole = ProtocolCodec.tree(context);
        ObjectNode shown = ProtocolCodec.mapper().createObjectNode().put("schema", SCHEMA);
        for (String field : SHOWN) {
            shown.set(field, whole.path(field).isMissingNode() ? null : whole.get(field));
        }
        return shown;
    }
}
