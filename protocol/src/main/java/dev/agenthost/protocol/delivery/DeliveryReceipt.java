package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of sending one part to a surface ({@code agent.delivery-receipts}).
 *
 * @param part number of the message in the run, from 1
 * @param attempts number of times it was sent
 */
public record DeliveryReceipt(
        RunId runId,
        String workspaceId,
        String conversationKey,
        int part,
        String surface,
        ReceiptStatus status,
        @Nullable String platformMessageId,
        @Nullable String errorCode,
        @Nullable String detail,
        int attempts,
        Instant at) {
    public DeliveryReceipt {
        Fields.required(runId, "run_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(conversationKey, "conversation_key");
        Fields.within(part, 1, Integer.MAX_VALUE, "part");
        Fields.text(surface, "surface");
        Fields.required(status, "status");
        Fields.within(attempts, 0, Integer.MAX_VALUE, "attempts");
        Fields.required(at, "at");
    }
}
