package dev.agenthost.orchestrator.context;

import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.store.RunContextAnswer;
import java.time.Instant;

/**
 * All that a run's context is made of.
 *
 * @param seenRunId the id this attempt's runner is told
 * @param stored the answer of context-store
 * @param langbotVersion the version whose behaviour we match
 */
public record RunFacts(
        RunId seenRunId,
        EventEnvelope event,
        BindingSnapshot binding,
        CanonicalGrant written,
        RunContextAnswer stored,
        String traceId,
        Instant deadlineAt,
        String langbotVersion) {
    public Grant grant() {
        return written.grant();
    }
}
