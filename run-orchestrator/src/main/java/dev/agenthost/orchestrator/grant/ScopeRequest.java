package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a call says that it wants to look.
 *
 * @param conversationId null for the run's own
 * @param threadId empty for what was said outside threads; null for the run's own in its own conversation, and for what was said outside
 *     threads in another
 */
public record ScopeRequest(
        @Nullable String conversationId, @Nullable String threadId) {
    /** Where a run looks that names nothing. */
    public static final ScopeRequest OWN = new ScopeRequest(null, null);

    /** Of {@code conversation_id} and {@code thread_id}; one that is no text is as if it were not said, which its call refuses. */
    public static ScopeRequest of(JsonNode said) {
        return new ScopeRequest(
                said.path("conversation_id").textValue(), said.path("thread_id").textValue());
    }

    /** @param conversation the run's own, null outside any */
    public ScopeRef from(@Nullable String conversation, @Nullable String thread) {
        boolean isOwn = conversationId == null || conversationId.equals(conversation);
        String there = threadId == null ? (isOwn ? thread : null) : threadId;
        HistoryReach needed = !isOwn
                ? HistoryReach.BOT
                : Objects.equals(some(there), some(thread)) ? HistoryReach.OWN : HistoryReach.CONVERSATION;
        return new ScopeRef(isOwn ? conversation : conversationId, some(there), needed);
    }

    private static @Nullable String some(@Nullable String thread) {
        return thread == null || thread.isEmpty() ? null : thread;
    }
}
