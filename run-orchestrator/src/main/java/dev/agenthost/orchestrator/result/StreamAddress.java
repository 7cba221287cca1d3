package dev.agenthost.orchestrator.result;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.Resolution;

/**
 * The stream of a result.
 *
 * @param attempt from 1; 0 for an event without a run
 * @param traceId 32 hexadecimal digits
 */
public record StreamAddress(RunKey key, int attempt, String conversationKey, String traceId) {
    public static StreamAddress of(Resolution resolution, int attempt, String traceId) {
        EventEnvelope event = resolution.event();
        return new StreamAddress(
                new RunKey(event.workspaceId(), resolution.runId()),
                attempt,
                event.conversationKey().value(),
                traceId);
    }
}
