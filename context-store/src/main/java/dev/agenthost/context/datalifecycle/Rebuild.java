package dev.agenthost.context.datalifecycle;

import dev.agenthost.context.eventlog.ConversationScope;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A rebuild of a transcript.
 *
 * @param doneAt null while it is under way
 * @param entries entries of the log so far
 * @param changed entries that were missing or different
 * @param removed entries that the log does not have
 */
public record Rebuild(
        UUID rebuildId,
        ConversationScope conversation,
        Instant requestedAt,
        @Nullable Instant doneAt,
        long entries,
        long changed,
        long removed) {
    public boolean isDone() {
        return doneAt != null;
    }
}
