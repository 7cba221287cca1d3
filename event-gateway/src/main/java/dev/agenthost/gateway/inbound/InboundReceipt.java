package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A receipt in an adapter's form: the data of a CloudEvent of type {@code dev.agenthost.receipt} on {@code agent.inbound.<adapter>}.
 * Other members, including the workspace, are dropped: the topic identifies the adapter.
 */
record InboundReceipt(
        RunId runId,
        int part,
        ReceiptStatus status,
        @Nullable String platformMessageId,
        @Nullable String errorCode) {
    private static final int CODE_CHARS = 64;

    InboundReceipt {
        Fields.required(runId, "run_id");
        Fields.within(part, 1, Integer.MAX_VALUE, "part");
        if (Fields.required(status, "status") == ReceiptStatus.UNKNOWN) {
            throw new InvalidFieldException("status", "must be delivered or rejected");
        }
        if (platformMessageId != null) {
            Fields.text(platformMessageId, "platform_message_id");
            if (platformMessageId.length() > EventLimits.ID_CHARS
                    || platformMessageId.chars().anyMatch(Character::isISOControl)) {
                throw new InvalidFieldException(
                        "platform_message_id",
                        "is longer than " + EventLimits.ID_CHARS + " characters or contains a control character");
            }
        }
        if (errorCode != null && !errorCode.matches("[A-Za-z0-9._-]{1," + CODE_CHARS + "}")) {
            throw new InvalidFieldException(
                    "error_code",
                    "must be a code of at most " + CODE_CHARS + " letters, digits, dots, dashes and underscores");
        }
    }

    AdapterReceipt by(EventOrigin origin, Instant at) {
        return new AdapterReceipt(
                runId, origin.workspaceId(), origin.name(), part, status, platformMessageId, errorCode, at);
    }
}
