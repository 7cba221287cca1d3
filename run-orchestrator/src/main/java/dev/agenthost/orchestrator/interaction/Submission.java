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
 * @param actorId the person who responds, as the caller names them; required where the question names those who may
 * @param keyId the API key of the caller
 */
public record Submission(
        String token,
        @Nullable String actionId,
        ObjectNode values,
        @Nullable String actorId,
        String keyId) {
    public Submission {
        Fields.text(token, "token");
        Fields.text(keyId, "key_id");
        values = Fields.object(values);
    }
}
