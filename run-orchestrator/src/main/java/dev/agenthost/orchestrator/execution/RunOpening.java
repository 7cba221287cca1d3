package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.store.RunContextAnswer;
import java.util.List;

/**
 * A run as context-store and the grants have it, before its runner is called.
 *
 * @param grant as it is stored and enforced
 * @param isAudited true if the audit entry of the grant is written with the grant
 * @param absent the tools and models that were not found or were too many, for the audit
 * @param attachments of the input, completed
 */
record RunOpening(
        CanonicalGrant grant,
        boolean isAudited,
        String absent,
        ContextStoreResponse<RunContextAnswer> answer,
        List<ArtifactRef> attachments) {
    RunOpening with(List<ArtifactRef> completed) {
        return new RunOpening(grant, isAudited, absent, answer, completed);
    }
}
