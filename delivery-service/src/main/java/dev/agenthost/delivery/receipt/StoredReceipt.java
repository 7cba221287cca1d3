package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored receipt; each publication has the same bytes.
 *
 * @param traceparent of the run's record, where known
 */
public record StoredReceipt(
        SendKey key,
        String conversationKey,
        byte[] receipt,
        @Nullable String traceparent) {

    /** Returns the time of the outcome, which is the time of the record. */
    public Instant at() {
        try {
            return ProtocolCodec.decode(receipt, DeliveryReceipt.class).at();
        } catch (UndecodableException e) {
            throw new IllegalStateException("the receipt of " + key.idempotencyKey() + " cannot be read", e);
        }
    }

    /** Returns the deterministic id of the record. */
    public String recordId() {
        return key.idempotencyKey() + "/receipt";
    }
}
