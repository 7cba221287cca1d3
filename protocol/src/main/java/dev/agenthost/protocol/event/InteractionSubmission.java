package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A person's response to a runner's question, checked by the host: the input of {@code interaction.submitted} (LangBot's later shape).
 *
 * @param actionId the button; null where the question has none
 * @param values the response by the id of the field
 * @param submittedAt epoch seconds
 */
public record InteractionSubmission(
        String interactionId,
        @Nullable String actionId,
        ObjectNode values,
        @Nullable Long submittedAt) {
    public InteractionSubmission {
        Fields.text(interactionId, "interaction_id");
        values = Fields.object(values);
    }
}
