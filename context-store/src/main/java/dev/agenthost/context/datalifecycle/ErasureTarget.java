package dev.agenthost.context.datalifecycle;

import org.jspecify.annotations.Nullable;

/** What is to be erased in a workspace. */
public sealed interface ErasureTarget {
    /** @param threadId null for all of its threads */
    record Conversation(
            String botId, String conversationId, @Nullable String threadId) implements ErasureTarget {}

    /**
     * What an actor said and caused, and in conversations that are his alone what was answered as well. In a shared conversation what
     * others and agents said stays.
     *
     * @param botId null for every bot; the same id at another platform may be another person's
     */
    record Actor(String actorId, @Nullable String botId) implements ErasureTarget {}
}
