package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.jspecify.annotations.Nullable;

/**
 * The payload of an {@link ActionRequested} that closes a question which is not wanted any more.
 *
 * @param interactionId id of the question, by this run or by one that it continues; at most 255 characters
 */
public record InteractionWithdrawal(String interactionId) {
    /** The action of the result that withdraws a question. */
    public static final String ACTION = "interaction.withdrawn";

    public InteractionWithdrawal {
        Fields.text(interactionId, 255, "interaction_id");
    }

    /** Reads the payload of a result. The error names the field. */
    public static InteractionWithdrawal read(@Nullable JsonNode payload) throws UndecodableException {
        if (payload == null) {
            throw new UndecodableException("payload", "is missing");
        }
        return ProtocolCodec.decode(payload, InteractionWithdrawal.class);
    }
}
