package dev.agenthost.protocol.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** State, cursor and counts as they are at this moment. */
public record RunContextAnswer(
        Map<StateScope, Map<String, JsonNode>> state,
        @Nullable String latestCursor,
        @Nullable Long eventSeq,
        @Nullable Long transcriptSeq,
        boolean hasHistoryBefore) {
    public RunContextAnswer {
        state = Fields.map(state);
    }

    /** The values of that scope; empty where there are none. */
    public Map<String, JsonNode> values(StateScope scope) {
        return Fields.map(state.get(scope));
    }
}
