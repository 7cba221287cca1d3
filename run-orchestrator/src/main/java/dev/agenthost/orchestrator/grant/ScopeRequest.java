package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The conversation and thread that a call names.
 *
 * @param conversationId null for the run's own
 * @param threadId empty for messages outside threads; null for the run's own thread in its own conversation, and for messages outside
 *     threads in another conversation
 */
public record ScopeRequest(
        @Nullable String conversationId, @Nullable String threadId) {
    /** The request of a call that names no place. */
    public static final ScopeRequest OWN = new ScopeRequest(null, null);

    /** Of {@code conversation_id} and {@code thread_id}; a value that is no text counts as absent; its call refuses it. */
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
