package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.PendingResult;

/** Outcome of an effect that a result requests. */
public sealed interface EffectOutcome {
    /** The effect was applied; its result is published. */
    record Applied(PendingResult result) implements EffectOutcome {}

    /** The effect was not applied and its result is not published; the run continues. */
    record Dropped() implements EffectOutcome {}

    /** context-store has a later attempt: this execution no longer owns its run. */
    record Superseded() implements EffectOutcome {}
}
