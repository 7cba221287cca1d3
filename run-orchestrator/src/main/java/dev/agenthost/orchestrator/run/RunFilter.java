package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A filter for runs of a workspace; a null field does not filter.
 *
 * @param statuses the statuses to include
 * @param code of the failure, or the reason why no runner answered
 * @param since admitted then or later
 * @param until admitted before
 */
public record RunFilter(
        Within within,
        @Nullable RunnerId runner,
        Set<RunStatus> statuses,
        @Nullable String code,
        @Nullable Instant since,
        @Nullable Instant until) {
    /** The conversations of the runs. */
    public sealed interface Within {
        record Workspace() implements Within {}

        /** @param prefix of their conversation keys: a bot's, or a conversation's with all its threads */
        record Keys(String prefix) implements Within {}

        /** One conversation and thread. */
        record Thread(ConversationKey key) implements Within {}
    }

    public static final Set<RunStatus> ANY = Set.copyOf(EnumSet.allOf(RunStatus.class));

    public RunFilter {
        statuses = Set.copyOf(statuses);
    }

    /** The runs of one runner in one conversation and thread. */
    public static RunFilter of(RunnerId runner, ConversationKey key, Set<RunStatus> statuses) {
        return new RunFilter(new Within.Thread(key), runner, statuses, null, null, null);
    }
}
