package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items taken out of a run's inbox at once.
 *
 * @param results to deliver before {@code next}
 * @param dropped results that would have had an effect
 * @param taken the frames that no longer wait
 */
record InboxBatch(
        List<PendingResult> results, Next next, List<DroppedEffect> dropped, List<String> warnings, Frames taken) {
    /** The step after the results of a batch. */
    sealed interface Next {
        /** The next batch follows. */
        record More() implements Next {}

        /**
         * An effect is applied.
         *
         * @param following the outcome behind the effect; null if the stream continues
         */
        record Apply(
                ResultDecision.Applies effect, @Nullable ExecutionOutcome following) implements Next {}

        /**
         * The stream ends.
         *
         * @param closing results that close open messages; published with the end, so that a lost attempt leaves no answer
         */
        record End(ExecutionOutcome outcome, List<ResultPayload> closing) implements Next {}
    }

    /** A number of frames and the characters that they hold. */
    record Frames(int frames, long characters) {
        static final Frames NONE = new Frames(0, 0);
    }

    boolean isEmpty() {
        return results.isEmpty() && next instanceof Next.More;
    }
}
