package dev.agenthost.protocol.context;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A runner's access to data outside its context (spec 000 §5.8).
 *
 * @param latestCursor opaque; valid for this conversation and thread only
 */
public record ContextAccess(
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String latestCursor,
        @Nullable Long eventSeq,
        @Nullable Long transcriptSeq,
        boolean hasHistoryBefore,
        InlineContextPolicy inlinePolicy,
        ContextApiCapabilities availableApis) {
    private static final ContextAccess NONE = new ContextAccess(
            null, null, null, null, null, false, InlineContextPolicy.currentEvent(), ContextApiCapabilities.none());

    public ContextAccess {
        inlinePolicy = Fields.or(inlinePolicy, InlineContextPolicy.currentEvent());
        availableApis = Fields.or(availableApis, ContextApiCapabilities.none());
    }

    /** No conversation, no APIs. */
    public static ContextAccess none() {
        return NONE;
    }
}
