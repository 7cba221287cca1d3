package dev.agenthost.protocol.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State, cursor and counts as they are at this moment.
 *
 * @param knowledgeBases those that were asked for and are there; null where none was asked for
 */
public record RunContextAnswer(
        Map<StateScope, Map<String, JsonNode>> state,
        @Nullable String latestCursor,
        @Nullable Long eventSeq,
        @Nullable Long transcriptSeq,
        boolean hasHistoryBefore,
        @Nullable List<KnowledgeFact> knowledgeBases) {
    /** One that says nothing of knowledge bases. */
    public RunContextAnswer(
            Map<StateScope, Map<String, JsonNode>> state,
            @Nullable String latestCursor,
            @Nullable Long eventSeq,
            @Nullable Long transcriptSeq,
            boolean hasHistoryBefore) {
        this(state, latestCursor, eventSeq, transcriptSeq, hasHistoryBefore, null);
    }

    public RunContextAnswer {
        state = Fields.map(state);
        knowledgeBases = knowledgeBases == null ? null : Fields.list(knowledgeBases, "knowledge_bases");
    }

    /** The same, with what is known of these knowledge bases. */
    public RunContextAnswer withKnowledgeBases(List<KnowledgeFact> facts) {
        return new RunContextAnswer(state, latestCursor, eventSeq, transcriptSeq, hasHistoryBefore, facts);
    }

    /** The values of that scope; empty where there are none. */
    public Map<String, JsonNode> values(StateScope scope) {
        return Fields.map(state.get(scope));
    }
}
