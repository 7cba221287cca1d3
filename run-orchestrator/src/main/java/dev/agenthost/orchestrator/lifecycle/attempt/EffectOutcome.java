package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.PendingResult;

/** Outcome of an effect that a result asked for. */
public sealed interface EffectOutcome {
    /** The effect was applied; its result is published. */
    record Applied(PendingResult result) implements EffectOutcome {}

    /** The effect was not applied and its result is not published; the run goes on. */
    record Dropped() implements EffectOutcome {}

    /** context-store knows a later attempt: this execution no longer speaks for its run. */
    record Superseded() implements EffectOutcome {}
}
