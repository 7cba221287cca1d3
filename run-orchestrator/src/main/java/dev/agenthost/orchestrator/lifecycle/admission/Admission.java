package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.lifecycle.ContinuedRun;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The admission of a run request.
 *
 * @param request the position of its record; the order of the turns of a conversation
 * @param runnerId empty if the run has no runner
 * @param resolution null if the record is unreadable
 * @param bytes the resolution as received
 * @param end its end, or the end if its turn is refused
 */
public record Admission(
        RunKey key,
        String conversationKey,
        RecordPosition request,
        TurnMode turnMode,
        String runnerId,
        RetryPolicy retry,
        int queueSeconds,
        int runSeconds,
        @Nullable Resolution resolution,
        byte @Nullable [] bytes,
        String traceId,
        @Nullable PresetEnd end) {
    /** An end that is stored without executing the run. */
    public record PresetEnd(int attempt, ResultRecord terminal, RunView.Outcome outcome) {}

    public Admission {
        if (end == null && (turnMode == TurnMode.ENDED || turnMode == TurnMode.REJECT)) {
            throw new IllegalArgumentException("end is required");
        }
    }

    /** Returns the run as the continuation of an earlier one; empty if it begins a chain. */
    Optional<ContinuedRun> continued() {
        return Optional.ofNullable(resolution)
                .map(found -> found.event().parent())
                .filter(parent -> parent.delegation() == null)
                .map(parent ->
                        new ContinuedRun(key, conversationKey, parent.lineage().originRunId()));
    }
}
