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
 * A part that was published on the topic of an adapter.
 *
 * @param lane the lane of the part
 * @param attempts number of its claims
 * @param age since the part was created, on the database's clock
 */
public record AdapterHandoff(
        SendKey key,
        String adapter,
        String lane,
        String conversationKey,
        int attempts,
        Duration age,
        @Nullable String traceparent) {

    /** Returns the outcome of an adapter's receipt. */
    public SendOutcome outcomeOf(AdapterReceipt receipt) {
        SendStatus status =
                switch (receipt.status()) {
                    case DELIVERED -> SendStatus.DELIVERED;
                    case REJECTED -> SendStatus.REJECTED;
                    case UNKNOWN -> SendStatus.UNKNOWN;
                };
        return outcome(status, receipt.status(), receipt.platformMessageId(), receipt.errorCode(), null, receipt.at());
    }

    /** Returns the outcome of a part for which no receipt came in time. */
    public SendOutcome withoutReceipt(Instant at) {
        return outcome(
                SendStatus.UNKNOWN,
                ReceiptStatus.UNKNOWN,
                null,
                RejectionCode.OUTBOUND_NO_RECEIPT.wire(),
                "the adapter sent no receipt",
                at);
    }

    /** Returns the receipt in its stored form. */
    public StoredReceipt stored(SendOutcome outcome) {
        return new StoredReceipt(key, conversationKey, outcome.receipt(), traceparent);
    }

    private SendOutcome outcome(
            SendStatus status,
            ReceiptStatus receiptStatus,
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
                receiptStatus,
                platformMessageId,
                errorCode,
                detail,
                attempts,
                at);
        return new SendOutcome(status, ProtocolCodec.encode(receipt));
    }
}
