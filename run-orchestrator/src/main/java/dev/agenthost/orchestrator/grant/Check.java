package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.failure.FailureCode;

/** Whether a grant covers an access. */
public sealed interface Check {
    record Allowed() implements Check {}

    /** @param reason for the runner's author; names nothing that the runner did not name itself */
    record Denied(FailureCode code, String reason) implements Check {}
}
