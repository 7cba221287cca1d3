package dev.agenthost.orchestrator.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.RunCompleted;
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
        if (FailureCode.CANCELLED.wire().equals(outcome.code()) || outcome.waits() && cancelRequestedAt != null) {
            return RunStatus.CANCELLED;
        }
        return outcome.type().equals("run.completed") ? RunStatus.COMPLETED : RunStatus.FAILED;
    }

    /** Returns the view of a chain whose last run this is: a chain that waits for an event of the host has not ended. */
    public RunView ofChain(RunId first) {
        boolean continues = outcome != null && outcome.waits() && cancelRequestedAt == null;
        return new RunView(
                first,
                traceId,
                eventId,
                botId,
                conversationId,
                threadId,
                continues ? "running" : state,
                attempt,
                runnerId,
                bindingId,
                agentId,
                admittedAt,
                claimedAt,
                deadlineAt,
                cancelRequestedAt,
                cancelReason,
                continues ? null : endedAt,
                continues ? null : outcome);
    }

    /**
     * The outcome of a run.
     *
     * @param type {@code run.completed}, {@code run.failed} or {@code run.unanswered}
     * @param code the failure's code, the reason why no runner answered, or {@code waiting} if the runner expects to be continued
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

        /** Returns true if the runner expects to be continued. */
        public boolean waits() {
            return type.equals("run.completed") && RunCompleted.WAITING.equals(code);
        }

        public Outcome with(@Nullable JsonNode usage) {
            return new Outcome(type, code, sentence, usage);
        }
    }
}
