package dev.agenthost.orchestrator.grant;

import org.jspecify.annotations.Nullable;

/**
 * A conversation and thread, relative to a run.
 *
 * @param conversationId null outside conversations
 * @param threadId null outside threads
 * @param needed the history reach that a read of it requires
 */
public record ScopeRef(
        @Nullable String conversationId, @Nullable String threadId, HistoryReach needed) {
    public boolean isOwn() {
        return needed == HistoryReach.OWN;
    }

    /** Returns the scope for the audit; the id of the run's own conversation is omitted. */
    public String scope() {
        if (isOwn()) {
            return conversationId == null ? "run" : "conversation";
        }
        return "conversation " + conversationId + (threadId == null ? "" : " thread " + threadId);
    }
}
