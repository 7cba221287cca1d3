package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.error.FailureCode;

/** Whether a grant covers an access. */
public sealed interface AccessDecision {
    record Allowed() implements AccessDecision {}

    /** @param reason for the runner's author; names nothing that the runner did not name itself */
    record Denied(FailureCode code, String reason) implements AccessDecision {}
}
