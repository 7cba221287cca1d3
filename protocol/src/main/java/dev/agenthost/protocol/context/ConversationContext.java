package dev.agenthost.protocol.context;

import org.jspecify.annotations.Nullable;

/** The conversation of the event (spec 000 §5.5). {@code launcherType} is {@code person} or {@code group} where it is known. */
public record ConversationContext(
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String launcherType,
        @Nullable String launcherId,
        @Nullable String botId,
        @Nullable String workspaceId) {}
