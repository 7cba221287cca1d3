package dev.agenthost.orchestrator.interaction;

import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.InteractionSubmission;
import java.time.Instant;
import java.util.Set;
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

    /** Returns true if a caller who may act for these bots ({@code *} for every bot) may see the question. */
    public boolean isVisibleTo(Set<String> bots) {
        return bots.contains(ApiKey.ANY) || bots.contains(event().botId());
    }

    EventEnvelope event() {
        return question.event();
    }
}
