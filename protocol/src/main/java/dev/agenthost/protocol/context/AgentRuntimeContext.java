package dev.agenthost.protocol.context;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The host, the trace and the deadline (spec 000 §5.9).
 *
 * @param deadlineAt epoch seconds, with fractions; null where there is none
 * @param staticRefs by name (spec 003 §6); left out when empty
 */
public record AgentRuntimeContext(
        @Nullable String langbotVersion,
        @Nullable String traceId,
        @Nullable Double deadlineAt,
        ObjectNode metadata,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, StaticRef> staticRefs) {
    private static final AgentRuntimeContext EMPTY =
            new AgentRuntimeContext(null, null, null, Fields.object(null), Map.of());

    public AgentRuntimeContext {
        metadata = Fields.object(metadata);
        staticRefs = Fields.map(staticRefs);
    }

    public static AgentRuntimeContext empty() {
        return EMPTY;
    }
}
