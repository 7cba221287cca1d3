package dev.agenthost.orchestrator.interaction;

import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Outcome of a response to a question. */
public sealed interface SubmissionOutcome {
    /** The response is stored; the same response again has the same outcome. */
    record Accepted(EventId eventId, RunId runId, Instant submittedAt) implements SubmissionOutcome {}

    /** There is no such question, or the token is not the question's. */
    record Unknown() implements SubmissionOutcome {}

    /** The question names others. */
    record NotAsked() implements SubmissionOutcome {}

    /** Another response came first. */
    record AnsweredBefore(@Nullable String actorId, Instant at) implements SubmissionOutcome {}

    record Expired(Instant at) implements SubmissionOutcome {}

    /** @param field path in the request */
    record Invalid(String field, String why) implements SubmissionOutcome {}
}
