package dev.agenthost.orchestrator.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The view of a run for people and runners.
 *
 * @param traceId the trace of the event, 32 hexadecimal digits
 * @param state {@code waiting} for its turn, {@code queued} for a runner, {@code running}, {@code ended}
 * @param attempt 0 until it is first claimed
 * @param outcome null until the run ends
 */
public record RunView(
        RunId runId,
        String traceId,
        @Nullable EventId eventId,
        @Nullable String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        String state,
        int attempt,
        @Nullable String runnerId,
        @Nullable String bindingId,
        @Nullable String agentId,
        Instant admittedAt,
        @Nullable Instant claimedAt,
        @Nullable Instant deadlineAt,
        @Nullable Instant cancelRequestedAt,
        @Nullable String cancelReason,
        @Nullable Instant endedAt,
        @Nullable Outcome outcome) {
    /** A run that is not admitted yet. */
    public static RunView pending(RunId runId, Instant since) {
        return new RunView(
                runId, "", null, null, null, null, "queued", 0, null, null, null, since, null, null, null, null, null,
                null);
    }

    public RunStatus status() {
        if (outcome == null) {
            return state.equals("running") ? RunStatus.RUNNING : RunStatus.QUEUED;
        }
        if (FailureCode.CANCELLED.wire().equals(outcome.code())) {
            return RunStatus.CANCELLED;
        }
        return outcome.type().equals("run.completed") ? RunStatus.COMPLETED : RunStatus.FAILED;
    }

    /**
     * The outcome of a run.
     *
     * @param type {@code run.completed}, {@code run.failed} or {@code run.unanswered}
     * @param code the failure's code, or the reason why no runner answered
     * @param sentence the text that a person reads about a failure
     * @param usage the cost of its models, as the runner reported it last
     */
    public record Outcome(
            String type,
            @Nullable String code,
            @Nullable String sentence,
            @Nullable JsonNode usage) {
        public Outcome {
            usage = Fields.nullable(usage);
        }

        public Outcome with(@Nullable JsonNode usage) {
            return new Outcome(type, code, sentence, usage);
        }
    }
}
