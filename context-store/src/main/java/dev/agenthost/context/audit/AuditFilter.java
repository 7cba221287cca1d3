package dev.agenthost.context.audit;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects entries of a workspace's audit.
 *
 * @param runId of one run
 * @param conversation of the runs of one conversation, in any thread
 * @param kind of one action: {@code state_set}, for instance
 */
public record AuditFilter(
        String workspaceId,
        @Nullable UUID runId,
        @Nullable Conversation conversation,
        @Nullable String kind) {
    /** @param botId bot of the conversation */
    public record Conversation(String botId, String conversationId) {}

    /** Returns true if the filter selects every entry. */
    public boolean isOpen() {
        return runId == null && conversation == null && kind == null;
    }
}
