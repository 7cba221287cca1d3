package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a part on an adapter's platform ({@code agent.adapter-receipts}), as the adapter reported it on its
 * inbound topic.
 *
 * @param adapter owner of the inbound topic; it reports its own sends only
 * @param status {@code delivered} or {@code rejected}; an unknown outcome has no receipt
 * @param errorCode of a rejection, the adapter's own
 * @param at time of arrival
 */
public record AdapterReceipt(
        RunId runId,
        String workspaceId,
        String adapter,
        int part,
        ReceiptStatus status,
        @Nullable String platformMessageId,
        @Nullable String errorCode,
        Instant at) {
    public AdapterReceipt {
        Fields.required(runId, "run_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(adapter, "adapter");
        Fields.within(part, 1, Integer.MAX_VALUE, "part");
        if (Fields.required(status, "status") == ReceiptStatus.UNKNOWN) {
            throw new InvalidFieldException("status", "must be delivered or rejected");
        }
        Fields.required(at, "at");
    }

    /** Returns the id of the record, which a repetition shares. */
    public String recordId() {
        return runId + "/" + part + "/" + adapter;
    }
}
