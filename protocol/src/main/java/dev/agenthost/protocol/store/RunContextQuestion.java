package dev.agenthost.protocol.store;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.skill.SkillLimits;
import dev.agenthost.protocol.store.state.StateScopeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * run-orchestrator's request to context-store before a runner starts; it raises the run's fence to {@code attempt}.
 *
 * @param files keys of granted files whose metadata is requested; null if none
 * @param skills names of granted skills whose metadata is requested; null if none
 * @param knowledgeBases ids of granted knowledge bases whose metadata is requested; null if none
 */
public record RunContextQuestion(
        String workspaceId,
        RunId runId,
        int attempt,
        EventId eventId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        List<StateScopeKey> stateScopes,
        @Nullable List<String> files,
        @Nullable List<String> skills,
        @Nullable List<String> knowledgeBases) {
    public RunContextQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(eventId, "event_id");
        Fields.text(botId, "bot_id");
        stateScopes = Fields.list(stateScopes, "state_scopes");
        files = named(files, FileLimits.MOST_NAMED, "files");
        skills = named(skills, SkillLimits.MOST_NAMED, "skills");
        knowledgeBases = named(knowledgeBases, SkillLimits.MOST_NAMED, "knowledge_bases");
    }

    /** Creates a request without files, skills and knowledge bases. */
    public RunContextQuestion(
            String workspaceId,
            RunId runId,
            int attempt,
            EventId eventId,
            String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            List<StateScopeKey> stateScopes) {
        this(workspaceId, runId, attempt, eventId, botId, conversationId, threadId, stateScopes, null, null, null);
    }

    private static @Nullable List<String> named(@Nullable List<String> names, int most, String field) {
        if (names == null || names.isEmpty()) {
            return null;
        }
        Fields.within(names.size(), 1, most, field);
        return Fields.list(names, field);
    }
}
