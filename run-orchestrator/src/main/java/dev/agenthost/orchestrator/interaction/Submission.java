package dev.agenthost.orchestrator.interaction;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A person's response as it arrives.
 *
 * @param token from the question
 * @param actionId the button
 * @param values by the id of the field
 * @param actorId who responds; required where the question names those who may
 */
public record Submission(
        String token,
        @Nullable String actionId,
        ObjectNode values,
        @Nullable String actorId) {
    public Submission {
        Fields.text(token, "token");
        values = Fields.object(values);
    }
}
