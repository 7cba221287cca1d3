package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.error.FailureCode;

/** The decision of a grant about an access. */
public sealed interface AccessDecision {
    record Allowed() implements AccessDecision {}

    /** @param reason for the runner's author; names only names that the runner sent */
    record Denied(FailureCode code, String reason) implements AccessDecision {}
}
