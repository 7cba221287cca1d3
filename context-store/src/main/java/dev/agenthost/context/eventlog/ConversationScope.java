package dev.agenthost.context.eventlog;

import org.jspecify.annotations.Nullable;

/**
 * A conversation with its threads.
 *
 * @param threadId null for all of them
 */
public record ConversationScope(
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId) {}
