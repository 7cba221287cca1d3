package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.RunId;

/**
 * A run that continues another one.
 *
 * @param origin the first run of the chain
 */
public record ContinuedRun(RunKey key, String conversationKey, RunId origin) {}
