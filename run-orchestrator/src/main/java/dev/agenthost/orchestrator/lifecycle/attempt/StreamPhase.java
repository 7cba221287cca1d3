package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Phase of the stream of results that a runner sends in one attempt of a run.
 *
 * <pre>
 *   Opening ──opened──▶ Reading ──results──▶ Delivering ──delivered──▶ Reading
 *                        │  ▲ │                  └──an effect follows──▶ Applying ──applied──▶ Delivering
 *                too fast│  │ └──an effect alone──────────────────────▶ Applying ──dropped──▶ Reading
 *                        ▼  │pause is over
 *                       Paced
 *   Delivering, Reading ──terminal result, end of the stream, loss──▶ Ended
 *   any open phase ──fault, later attempt, runner not called──▶ Ended
 *   any phase ──seal──▶ Sealed ──close──▶ Closed
 * </pre>
 */
sealed interface StreamPhase {
    /** The grant is being frozen; the runner is not called yet. */
    record Opening() implements StreamPhase {}

    /** The next item of the runner is taken when it arrives. */
    record Reading() implements StreamPhase {}

    /** Items wait until the rate of the run allows more. */
    record Paced() implements StreamPhase {}

    /** Results are buffered, and there is no room for more. */
    record Delivering(InboxBatch.Next next) implements StreamPhase {}

    /**
     * An effect is under way; its result is published after it.
     *
     * @param following the outcome behind the effect; null if the stream continues
     */
    record Applying(ResultDecision.Applies effect, @Nullable ExecutionOutcome following) implements StreamPhase {}

    /**
     * Items of the runner are ignored.
     *
     * @param outcome of the stream; null if the run was cancelled before it began
     * @param closing results that close open messages
     */
    record Ended(@Nullable ExecutionOutcome outcome, List<ResultPayload> closing) implements StreamPhase {}

    /**
     * The run accepts no further item.
     *
     * @param outcome of the stream; null if the host stopped the run before
     */
    record Sealed(@Nullable ExecutionOutcome outcome, List<ResultPayload> closing) implements StreamPhase {}

    /** The run has ended or is another replica's: its session is closed and its slot left. */
    record Closed(@Nullable ExecutionOutcome outcome, List<ResultPayload> closing) implements StreamPhase {}

    /** Returns true while items of the runner are accepted. */
    default boolean isOpen() {
        return switch (this) {
            case Opening opening -> true;
            case Reading reading -> true;
            case Paced paced -> true;
            case Delivering delivering -> delivering.outcome() == null;
            case Applying applying -> true;
            case Ended ended -> false;
            case Sealed sealed -> false;
            case Closed closed -> false;
        };
    }

    /** Returns the outcome of the stream; null without one. */
    default @Nullable ExecutionOutcome outcome() {
        return this instanceof Delivering(InboxBatch.Next.End(ExecutionOutcome outcome, var closing)) ? outcome : null;
    }
}
