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
    /** The request of a call that names no scope. */
    public static final ScopeRequest OWN = new ScopeRequest(null, null);

    /** Reads {@code conversation_id} and {@code thread_id}. A value that is not a string counts as absent; its call refuses it. */
    public static ScopeRequest of(JsonNode data) {
        return new ScopeRequest(
                data.path("conversation_id").textValue(), data.path("thread_id").textValue());
    }

    /** @param conversation the conversation of the run; null outside conversations */
    public ScopeRef from(@Nullable String conversation, @Nullable String thread) {
        boolean isOwn = conversationId == null || conversationId.equals(conversation);
        String requested = threadId == null ? (isOwn ? thread : null) : threadId;
        HistoryReach needed = !isOwn
                ? HistoryReach.BOT
                : Objects.equals(nonEmpty(requested), nonEmpty(thread)) ? HistoryReach.OWN : HistoryReach.CONVERSATION;
        return new ScopeRef(isOwn ? conversation : conversationId, nonEmpty(requested), needed);
    }

    private static @Nullable String nonEmpty(@Nullable String thread) {
        return thread == null || thread.isEmpty() ? null : thread;
    }
}
