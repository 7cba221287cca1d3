package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import org.jspecify.annotations.Nullable;

/**
 * A run request about to become a run.
 *
 * @param request the position of its record; runs of a conversation take turns in this order
 * @param runnerId empty where nobody answers
 * @param resolution null where the record could not be read
 * @param bytes the resolution as it came
 * @param end its end, or the end if its turn is refused
 */
public record Admission(
        RunKey key,
        String conversationKey,
        RecordPosition request,
        TurnMode standing,
        String runnerId,
        RetryPolicy retry,
        int queueSeconds,
        int runSeconds,
        @Nullable Resolution resolution,
        byte @Nullable [] bytes,
        String traceId,
        @Nullable GivenEnd end) {
    /** An end made beforehand. */
    public record GivenEnd(int attempt, ResultRecord terminal, RunView.Outcome outcome) {}

    public Admission {
        if (end == null && (standing == TurnMode.ENDED || standing == TurnMode.REJECT)) {
            throw new IllegalArgumentException("an end must be given");
        }
    }
}
