package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.MessageChunk;

/** {@code message.delta}: a piece of a message; on our topics always an increment. Strict. */
public record MessageDelta(MessageChunk chunk) implements ResultPayload {
    public MessageDelta {
        Fields.required(chunk, "chunk");
    }
}
