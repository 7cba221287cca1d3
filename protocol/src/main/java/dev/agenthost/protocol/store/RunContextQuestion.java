package dev.agenthost.protocol.store;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.state.StateScopeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an orchestrator asks context-store before a runner starts; it raises the run's fence to {@code attempt}.
 *
 * @param knowledgeBases those granted, of which it wants to know what people call them; null where none is
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
        @Nullable List<String> knowledgeBases) {
    /** One that names no knowledge bases. */
    public RunContextQuestion(
            String workspaceId,
            RunId runId,
            int attempt,
            EventId eventId,
            String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            List<StateScopeKey> stateScopes) {
        this(workspaceId, runId, attempt, eventId, botId, conversationId, threadId, stateScopes, null);
    }

    public RunContextQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.required(eventId, "event_id");
        Fields.text(botId, "bot_id");
        stateScopes = Fields.list(stateScopes, "state_scopes");
        knowledgeBases = knowledgeBases == null ? null : Fields.list(knowledgeBases, "knowledge_bases");
    }
}
