package dev.agenthost.protocol.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State, cursor and counts as they are at this moment.
 *
 * @param files of those that were named the ones that are there; null where none was named
 * @param skills of those that were named the ones that are there and turned on; null where none was named
 * @param knowledgeBases of those that were named the ones that are there; null where none was named
 */
public record RunContextAnswer(
        Map<StateScope, Map<String, JsonNode>> state,
        @Nullable String latestCursor,
        @Nullable Long eventSeq,
        @Nullable Long transcriptSeq,
        boolean hasHistoryBefore,
        @Nullable List<FileFacts> files,
        @Nullable List<SkillResource> skills,
        @Nullable List<KnowledgeFact> knowledgeBases) {
    public RunContextAnswer {
        state = Fields.map(state);
        files = files == null ? null : Fields.list(files, "files");
        skills = skills == null ? null : Fields.list(skills, "skills");
        knowledgeBases = knowledgeBases == null ? null : Fields.list(knowledgeBases, "knowledge_bases");
    }

    /** To a question that named nothing. */
    public RunContextAnswer(
            Map<StateScope, Map<String, JsonNode>> state,
            @Nullable String latestCursor,
            @Nullable Long eventSeq,
            @Nullable Long transcriptSeq,
            boolean hasHistoryBefore) {
        this(state, latestCursor, eventSeq, transcriptSeq, hasHistoryBefore, null, null, null);
    }

    /** With what is known of what the question named. */
    public RunContextAnswer knowing(
            @Nullable List<FileFacts> foundFiles,
            @Nullable List<SkillResource> foundSkills,
            @Nullable List<KnowledgeFact> foundBases) {
        return new RunContextAnswer(
                state, latestCursor, eventSeq, transcriptSeq, hasHistoryBefore, foundFiles, foundSkills, foundBases);
    }

    /** The values of that scope; empty where there are none. */
    public Map<String, JsonNode> values(StateScope scope) {
        return Fields.map(state.get(scope));
    }
}
