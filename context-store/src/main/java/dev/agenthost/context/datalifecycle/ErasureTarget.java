package dev.agenthost.context.datalifecycle;

import org.jspecify.annotations.Nullable;

/** The records to erase in a workspace. */
public sealed interface ErasureTarget {
    /** @param threadId null for all of its threads */
    record Conversation(
            String botId, String conversationId, @Nullable String threadId) implements ErasureTarget {}

    /**
     * All messages and events of an actor, and the answers in conversations of that actor alone. In a shared conversation the messages
     * of others and of agents stay.
     *
     * @param botId null for every bot; the same id at another platform may be another person's
     */
    record Actor(String actorId, @Nullable String botId) implements ErasureTarget {}
}
