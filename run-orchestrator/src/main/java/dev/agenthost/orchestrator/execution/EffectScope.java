package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.ClaimedRun;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The run that an effect belongs to.
 *
 * @param open true while results of the run are accepted: an effect is retried for that long
 * @param warn logs a warning about the run
 */
record EffectScope(ClaimedRun run, RunSession session, BooleanSupplier open, Consumer<String> warn) {}
