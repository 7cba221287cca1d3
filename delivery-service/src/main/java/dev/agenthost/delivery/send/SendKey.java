package dev.agenthost.delivery.send;

import dev.agenthost.protocol.id.RunId;

/** Names one part of one run, for ever. */
public record SendKey(String workspaceId, RunId runId, int part) {

    /** The idempotency key, the same for each repetition of the send. */
    public String idempotencyKey() {
        return runId.value() + "/" + part;
    }
}
