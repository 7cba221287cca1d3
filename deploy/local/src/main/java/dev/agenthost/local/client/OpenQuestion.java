package dev.agenthost.local.client;

import dev.agenthost.protocol.result.InteractionRequest;
import java.util.List;

/**
 * A question that waits for the response of a person.
 *
 * @param runId the run that asked
 * @param token what a response must name
 * @param actors ids of those who may respond; empty for everyone
 */
public record OpenQuestion(String runId, InteractionRequest request, String token, List<String> actors) {
    public OpenQuestion {
        actors = List.copyOf(actors);
    }

    public String id() {
        return request.interactionId();
    }

    /** The id, then the words of the question, its fields and its buttons. */
    public String lines() {
        return id() + "\n" + QuestionLines.of(request);
    }
}
