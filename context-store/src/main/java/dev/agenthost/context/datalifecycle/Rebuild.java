package dev.agenthost.context.datalifecycle;

import dev.agenthost.context.eventlog.ConversationScope;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A transcript that is made again.
 *
 * @param doneAt null while it is under way
 * @param entries that the log has, until now
 * @param changed of these, that were missing or otherwise
 * @param removed that the log has not
 */
public record Rebuild(
        UUID rebuildId,
        ConversationScope conversation,
        Instant askedAt,
        @Nullable Instant doneAt,
        long entries,
        long changed,
        long removed) {
    public boolean isDone() {
        return doneAt != null;
    }
}
