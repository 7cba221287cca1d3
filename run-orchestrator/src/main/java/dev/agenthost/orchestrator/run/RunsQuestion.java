package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs of one runner in one conversation and thread, newest first.
 *
 * @param statuses those wanted
 * @param before null for the newest
 * @param limit how many at most
 */
public record RunsQuestion(
        String workspaceId,
        ConversationKey conversation,
        RunnerId runner,
        Set<RunStatus> statuses,
        @Nullable RunPlace before,
        int limit) {
    public RunsQuestion {
        statuses = Set.copyOf(statuses);
    }
}
