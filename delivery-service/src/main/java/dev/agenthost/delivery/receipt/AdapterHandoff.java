package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A part that was put onto the topic of an adapter.
 *
 * @param lane in which it waits or waited
 * @param attempts how often it was claimed
 * @param age since the part came to be, on the database's clock
 */
public record AdapterHandoff(
        SendKey key,
        String adapter,
        String lane,
        String conversationKey,
        int attempts,
        Duration age,
        @Nullable String traceparent) {

    /** How it ends by what the adapter told. */
    public SendOutcome told(AdapterReceipt told) {
        SendStatus status =
                switch (told.status()) {
                    case DELIVERED -> SendStatus.DELIVERED;
                    case REJECTED -> SendStatus.REJECTED;
                    case UNKNOWN -> SendStatus.UNKNOWN;
                };
        return outcome(status, told.status(), told.platformMessageId(), told.errorCode(), null, told.at());
    }

    /** How it ends when the adapter told nothing for too long. */
    public SendOutcome silent(Instant at) {
        return outcome(
                SendStatus.UNKNOWN,
                ReceiptStatus.UNKNOWN,
                null,
                RejectionCode.OUTBOUND_NO_RECEIPT.wire(),
                "no receipt from the adapter",
                at);
    }

    /** The receipt as the ledger keeps it. */
    public StoredReceipt stored(SendOutcome outcome) {
        return new StoredReceipt(key, conversationKey, outcome.receipt(), traceparent);
    }

    private SendOutcome outcome(
            SendStatus status,
            ReceiptStatus said,
            @Nullable String platformMessageId,
            @Nullable String errorCode,
            @Nullable String detail,
            Instant at) {
        DeliveryReceipt receipt = new DeliveryReceipt(
                key.runId(),
                key.workspaceId(),
                conversationKey,
                key.part(),
                adapter,
                said,
                platformMessageId,
                errorCode,
                detail,
                attempts,
                at);
        return new SendOutcome(status, ProtocolCodec.encode(receipt));
    }
}
