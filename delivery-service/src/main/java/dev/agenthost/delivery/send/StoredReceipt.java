package dev.agenthost.delivery.send;

import org.jspecify.annotations.Nullable;

/**
 * A receipt as it was written with the outcome: published byte for byte, however often.
 *
 * @param traceparent of the run's record, where known
 */
public record StoredReceipt(
        SendKey key,
        String conversationKey,
        byte[] receipt,
        @Nullable String traceparent) {

    /** Deterministic id of the record. */
    public String recordId() {
        return key.idempotencyKey() + "/receipt";
    }
}
