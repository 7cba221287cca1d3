package dev.agenthost.orchestrator.interaction;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.InteractionSubmission;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A question and its response, if there is one.
 *
 * @param token the unguessable value that a response must name
 */
public record StoredQuestion(
        Question question, String token, @Nullable Response response) {

    /** @param actorId who responded; null if the request named nobody */
    public record Response(
            InteractionSubmission submission, @Nullable String actorId, Instant at) {}

    EventEnvelope event() {
        return question.event();
    }
}
