package dev.agenthost.orchestrator.run;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.protocol.event.RunLineage;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that this replica has claimed. Its resolution is always bound.
 *
 * @param attempt from 1
 * @param claimedAt on the database's clock
 * @param deadlineAt the time at which the run fails as {@code deadline_exceeded}, on the database's clock
 * @param previousTurn the record of the terminal result of the turn before, if any
 * @param traceId the trace of the event, 32 hexadecimal digits
 * @param losses the number of earlier attempts that lost their host or their runner
 * @param pool the pool whose slot is reserved for the run; null if unknown
 */
public record ClaimedRun(
        Resolution resolution,
        int attempt,
        Instant claimedAt,
        Instant deadlineAt,
        @Nullable RecordPosition previousTurn,
        String traceId,
        int losses,
        @Nullable SlotPool pool) {
    public ClaimedRun {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts count from 1");
        }
        if (!(resolution.outcome() instanceof ResolutionOutcome.Bound)) {
            throw new IllegalArgumentException("nobody answers this event");
        }
    }

    /** Creates a run that was never lost. */
    public ClaimedRun(
            Resolution resolution,
            int attempt,
            Instant claimedAt,
            Instant deadlineAt,
            @Nullable RecordPosition previousTurn,
            String traceId) {
        this(resolution, attempt, claimedAt, deadlineAt, previousTurn, traceId, 0, null);
    }

    public ClaimedRun in(SlotPool slots) {
        return new ClaimedRun(resolution, attempt, claimedAt, deadlineAt, previousTurn, traceId, losses, slots);
    }

    /** The time that the run may take from its claim; the same on every clock. */
    public Duration limit() {
        return Duration.between(claimedAt, deadlineAt);
    }

    public RunId runId() {
        return resolution.runId();
    }

    public String workspaceId() {
        return resolution.event().workspaceId();
    }

    public RunKey key() {
        return new RunKey(workspaceId(), runId());
    }

    /** The place of this run among those that its event from outside led to. */
    public RunLineage lineage() {
        return RunLineage.of(runId(), resolution.event().parent());
    }

    public BindingSnapshot binding() {
        return ((ResolutionOutcome.Bound) resolution.outcome()).binding();
    }
}
