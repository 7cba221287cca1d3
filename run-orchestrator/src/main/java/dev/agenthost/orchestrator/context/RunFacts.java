package dev.agenthost.orchestrator.context;

import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.store.RunContextAnswer;
import java.time.Instant;

/**
 * The inputs of a run context.
 *
 * @param seenRunId the run id that the runner of this attempt knows
 * @param stored the response of context-store
 * @param langbotVersion the version of LangBot whose behaviour the host matches
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
