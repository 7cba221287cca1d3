package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.delivery.send.SendVerdict;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The outcome of a send, with the exact bytes of its receipt. */
public record SendOutcome(SendStatus status, byte[] receipt) {

    /** Returns the outcome of a verdict, with its encoded receipt. */
    public static SendOutcome of(ClaimedSend send, SendVerdict.Final verdict, Instant at) {
        return switch (verdict) {
            case SendVerdict.Delivered(String messageId) ->
                of(send, SendStatus.DELIVERED, ReceiptStatus.DELIVERED, messageId, null, null, at);
            case SendVerdict.Rejected(RejectionCode code, String detail) ->
                of(send, SendStatus.REJECTED, ReceiptStatus.REJECTED, null, code, detail, at);
            case SendVerdict.Unknown(RejectionCode code, String detail) ->
                of(send, SendStatus.UNKNOWN, ReceiptStatus.UNKNOWN, null, code, detail, at);
        };
    }

    /** Returns the receipt in its stored form. */
    public StoredReceipt stored(ClaimedSend claimed) {
        Send send = claimed.send();
        return new StoredReceipt(send.key(), send.conversationKey(), receipt, send.traceparent());
    }

    private static SendOutcome of(
            ClaimedSend claimed,
            SendStatus status,
            ReceiptStatus receiptStatus,
            @Nullable String messageId,
            @Nullable RejectionCode code,
            @Nullable String detail,
            Instant at) {
        Send send = claimed.send();
        DeliveryReceipt receipt = new DeliveryReceipt(
                send.key().runId(),
                send.key().workspaceId(),
                send.conversationKey(),
                send.key().part(),
                send.destination().surface(),
                receiptStatus,
                messageId,
                code == null ? null : code.wire(),
                detail,
                claimed.attempts(),
                at);
        return new SendOutcome(status, ProtocolCodec.encode(receipt));
    }
}
