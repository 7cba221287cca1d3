package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;

/**
 * {@code agent-context.json}: the data of a run for its harness (spec 003 §4.5). It contains only the fields named here; a
 * runner's configuration, which may contain secrets, and an adapter's additions are excluded.
 */
public final class HarnessContext {
    public static final String FILE = "agent-context.json";
    public static final String SCHEMA = "langbot.agent_runner.external_harness_context.v1";
    private static final List<String> FIELDS = List.of(
            "run_id", "event", "actor", "subject", "input", "delivery", "resources", "context", "state", "runtime");

    private HarnessContext() {}

    public static ObjectNode of(AgentRunContext context) {
        ObjectNode whole = ProtocolCodec.tree(context);
        ObjectNode visible = ProtocolCodec.mapper().createObjectNode().put("schema", SCHEMA);
        for (String field : FIELDS) {
            visible.set(field, whole.path(field).isMissingNode() ? null : whole.get(field));
        }
        return visible;
    }
}
