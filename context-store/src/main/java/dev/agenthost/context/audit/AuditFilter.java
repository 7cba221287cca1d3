package dev.agenthost.context.audit;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of a workspace's audit are meant.
 *
 * @param runId of one run
 * @param conversation of the runs of one conversation, in whichever thread
 * @param kind of one action: {@code state_set}, for instance
 */
public record AuditFilter(
        String workspaceId,
        @Nullable UUID runId,
        @Nullable Conversation conversation,
        @Nullable String kind) {
    /** @param botId whose it is */
    public record Conversation(String botId, String conversationId) {}

    /** Whether every entry is meant. */
    public boolean isOpen() {
        return runId == null && conversation == null && kind == null;
    }
}
