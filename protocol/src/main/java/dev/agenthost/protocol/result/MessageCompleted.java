package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.Message;

/** {@code message.completed}: one whole message; it closes the deltas before it, and replaces them where it differs. Strict. */
public record MessageCompleted(Message message) implements ResultPayload {
    public MessageCompleted {
        Fields.required(message, "message");
    }
}
