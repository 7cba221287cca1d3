package dev.agenthost.delivery.send;

import dev.agenthost.protocol.id.RunId;

/** The permanent id of one part of a run. */
public record SendKey(String workspaceId, RunId runId, int part) {

    /** Returns the idempotency key, the same for each repetition of the send. */
    public String idempotencyKey() {
        return runId.value() + "/" + part;
    }
}
