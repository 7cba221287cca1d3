package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A question that was closed without a response.
 *
 * @param run the run that has asked it
 * @param runnerId the runner of that run
 * @param closedAt the time from which no response was accepted
 * @param withdrawnBy the cause, such as {@code cancellation of run …}; null if nobody responded in time
 */
public record ClosedQuestion(
        RunKey run,
        String interactionId,
        ConversationKey conversation,
        @Nullable String runnerId,
        Instant closedAt,
        @Nullable String withdrawnBy) {}
