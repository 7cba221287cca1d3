package dev.agenthost.orchestrator.result;

import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The decision about one item that came from a runner. Warnings are for operators and quote nothing from the item. */
public sealed interface ResultDecision {
    List<String> warnings();

    /**
     * Results that pass unchanged; none if the result was dropped.
     *
     * @param dropped the dropped result, if it would have had an effect; else null
     */
    record Passes(List<PendingResult> results, @Nullable DroppedEffect dropped, List<String> warnings)
            implements ResultDecision {
        Passes(List<PendingResult> results, List<String> warnings) {
            this(results, null, warnings);
        }
    }

    /**
     * The result is published after its effect was applied.
     *
     * @param result as the runner sent it; of an artifact only its time and usage are used
     * @param ordinal identifies the effect within the attempt, so that a repetition does nothing
     */
    record Applies(Effect effect, long ordinal, PendingResult result, List<String> warnings)
            implements ResultDecision {}

    /**
     * The end of the run.
     *
     * @param closing results that close open messages; they are published with the ending
     * @param last a message to publish with the ending, once its effect was applied; null where there is none
     */
    record Ends(List<ResultPayload> closing, @Nullable Applies last, ExecutionOutcome ending, List<String> warnings)
            implements ResultDecision {
        Ends(List<ResultPayload> closing, ExecutionOutcome ending, List<String> warnings) {
            this(closing, null, ending, warnings);
        }
    }

    static ResultDecision dropped(String why) {
        return new Passes(List.of(), List.of(why));
    }
}
