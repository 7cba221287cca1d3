package dev.agenthost.delivery.takeover;

import dev.agenthost.protocol.delivery.ConversationTakeover;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The takeover of a conversation by an operator.
 *
 * <pre>
 *  (none) ──start──► active ──end──► ended
 *                      │  └──start of the same operator──► active, with another end
 *                      └──its time passes──► ended
 *  ended ──start──► active
 * </pre>
 *
 * @param surface of the bot's answers
 * @param until the end, unless an operator ends it before
 * @param endedAt null while nothing has ended it
 */
public record Takeover(
        ConversationAddress conversation,
        String surface,
        Operator operator,
        Instant begunAt,
        Instant until,
        @Nullable Instant endedAt) {

    /**
     * The operator.
     *
     * @param keyId id of the API key; two keys may share a name
     * @param name name of the API key
     */
    public record Operator(String keyId, String name) {}

    /** Returns true while the agent is paused. */
    public boolean isActive(Instant now) {
        return endedAt == null && now.isBefore(until);
    }

    /** Returns the state for services that read {@code agent.takeovers}. */
    public ConversationTakeover published() {
        return new ConversationTakeover(
                conversation.key(), conversation.workspaceId(), operator.name(), begunAt, until, endedAt);
    }
}
