package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A takeover of a conversation by an operator, in {@code agent.takeovers} under the conversation key. The latest record of a key counts.
 *
 * @param operator name of the operator's API key
 * @param until the end, unless an operator ends it before
 * @param endedAt null while no operator has ended it
 */
public record ConversationTakeover(
        ConversationKey conversationKey,
        String workspaceId,
        String operator,
        Instant begunAt,
        Instant until,
        @Nullable Instant endedAt) {
    public ConversationTakeover {
        Fields.required(conversationKey, "conversation_key");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(operator, "operator");
        Fields.required(begunAt, "begun_at");
        Fields.required(until, "until");
    }

    /** Returns true while the agent of the conversation is paused. */
    public boolean isActive(Instant now) {
        return endedAt == null && now.isBefore(until);
    }

    /** The key of its record. */
    public String recordKey() {
        return conversationKey.value();
    }
}
