package dev.agenthost.orchestrator.grant;

import org.jspecify.annotations.Nullable;

/**
 * A conversation and thread, as seen from a run.
 *
 * @param conversationId null outside any
 * @param threadId null outside threads
 * @param needed the reach that a read there needs
 */
public record ScopeRef(
        @Nullable String conversationId, @Nullable String threadId, HistoryReach needed) {
    public boolean isOwn() {
        return needed == HistoryReach.OWN;
    }

    /** For the audit: within which bounds a call asks. One's own is not named. */
    public String scope() {
        if (isOwn()) {
            return conversationId == null ? "run" : "conversation";
        }
        return "conversation " + conversationId + (threadId == null ? "" : " thread " + threadId);
    }
}
