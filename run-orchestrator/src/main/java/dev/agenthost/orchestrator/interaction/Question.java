package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.InteractionRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A question that a run asks, before it is stored.
 *
 * @param request with the time limit that the host enforces
 * @param actors ids of those who may respond; empty for everyone who may act for the bot
 * @param event the event of the response, without actor and input ({@link SubmissionEvents})
 */
public record Question(RunKey run, InteractionRequest request, List<String> actors, EventEnvelope event) {
    static final Duration DEFAULT_TERM = Duration.ofHours(24);
    static final Duration LONGEST_TERM = Duration.ofDays(14);

    public Question {
        actors = List.copyOf(actors);
    }

    /** Returns the question of a run; {@code now} is the reference for its time limit, which is shortened to 14 days. */
    public static Question of(ClaimedRun run, InteractionRequest request, List<String> actors, Instant now) {
        long latest = now.plus(LONGEST_TERM).getEpochSecond();
        Long wanted = request.expiresAt();
        long until = wanted == null ? now.plus(DEFAULT_TERM).getEpochSecond() : Math.min(wanted, latest);
        return new Question(
                run.key(),
                request.expiring(until),
                actors,
                SubmissionEvents.template(run, request.interactionId(), now));
    }

    public String interactionId() {
        return request.interactionId();
    }

    public Instant expiresAt() {
        return Instant.ofEpochSecond(request.expiresAt() == null ? 0 : request.expiresAt());
    }
}
