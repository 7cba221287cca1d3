package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import java.util.List;

/**
 * One record of {@code agent.run-results}: 1..n consecutive results of one attempt of a run.
 *
 * @param attempt from 1; 0 for an event without an answer
 */
public record RunResults(
        RunId runId, int attempt, String workspaceId, String conversationKey, List<ResultFrame> results) {
    public RunResults {
        Fields.required(runId, "run_id");
        Fields.within(attempt, 0, Integer.MAX_VALUE, "attempt");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(conversationKey, "conversation_key");
        results = Fields.list(results, "results");
        if (results.isEmpty()) {
            throw new InvalidFieldException("results", "is empty");
        }
        long expected = sequence(results.getFirst());
        for (ResultFrame result : results) {
            Fields.text(result.type(), "results.type");
            if (sequence(result) != expected++) {
                throw new InvalidFieldException("results", "must be consecutive");
            }
        }
    }

    /** The position of the first result in it. */
    public StreamPosition first() {
        return new StreamPosition(attempt, sequence(results.getFirst()));
    }

    /** The position of the last result in it. */
    public StreamPosition last() {
        return new StreamPosition(attempt, sequence(results.getLast()));
    }

    private static long sequence(ResultFrame result) {
        return Fields.required(result.sequence(), "results.sequence");
    }
}
