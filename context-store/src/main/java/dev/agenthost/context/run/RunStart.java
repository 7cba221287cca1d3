package dev.agenthost.context.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Outcome of opening an attempt of a run. */
public sealed interface RunStart {
    /** The fence is raised to this attempt. */
    record Opened(
            Map<StateScope, Map<String, JsonNode>> state,
            @Nullable Counts counts) implements RunStart {}

    /** A later attempt began, or the run has ended: the attempt must not start. */
    record Superseded() implements RunStart {}

    /**
     * Position of the run's own event in its conversation.
     *
     * @param eventSeq number of the event in the log; of the last event before it if it is not applied yet
     * @param transcriptSeq number of its transcript entry; of the last entry if it has none or is not applied yet
     * @param hasHistoryBefore true if the transcript has an entry before it
     */
    record Counts(long eventSeq, long transcriptSeq, boolean hasHistoryBefore) {}
}
