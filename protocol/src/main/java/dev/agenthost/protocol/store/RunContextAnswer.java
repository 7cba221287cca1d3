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
 * The current state, cursor and counts.
 *
 * @param files the existing files among the requested; null if none was requested
 * @param skills the existing, enabled skills among the requested; null if none was requested
 * @param knowledgeBases the existing knowledge bases among the requested; null if none was requested
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

    /** An answer without metadata. */
    public RunContextAnswer(
            Map<StateScope, Map<String, JsonNode>> state,
            @Nullable String latestCursor,
            @Nullable Long eventSeq,
            @Nullable Long transcriptSeq,
            boolean hasHistoryBefore) {
        this(state, latestCursor, eventSeq, transcriptSeq, hasHistoryBefore, null, null, null);
    }

    /** Returns this answer with the found metadata. */
    public RunContextAnswer knowing(
            @Nullable List<FileFacts> foundFiles,
            @Nullable List<SkillResource> foundSkills,
            @Nullable List<KnowledgeFact> foundBases) {
        return new RunContextAnswer(
                state, latestCursor, eventSeq, transcriptSeq, hasHistoryBefore, foundFiles, foundSkills, foundBases);
    }

    /** Returns the values of that scope, or none. */
    public Map<String, JsonNode> values(StateScope scope) {
        return Fields.map(state.get(scope));
    }
}
