package dev.agenthost.orchestrator.grant.reach;

import org.jspecify.annotations.Nullable;

/**
 * A conversation and thread, as seen from a run.
 *
 * @param conversationId null outside any
 * @param threadId null outside threads
 * @param needed what it takes to look there
 */
public record Place(
        @Nullable String conversationId, @Nullable String threadId, Reach needed) {
    public boolean isOwn() {
        return needed == Reach.OWN;
    }

    /** For the audit: within which bounds a call asks. One's own is not named. */
    public String scope() {
        if (isOwn()) {
            return conversationId == null ? "run" : "conversation";
        }
        return "conversation " + conversationId + (threadId == null ? "" : " thread " + threadId);
    }
}
