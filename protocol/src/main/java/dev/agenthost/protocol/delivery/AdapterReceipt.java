package dev.agenthost.protocol.delivery;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a part on the platform of an adapter ({@code agent.adapter-receipts}), as the adapter said it on its inbound topic.
 *
 * @param adapter whose topic it came by: it speaks for its own sends only
 * @param status {@code delivered} or {@code rejected}: an adapter that does not know says nothing
 * @param errorCode of a rejection, the adapter's own
 * @param at when it came in
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
            throw new InvalidFieldException("status", "is neither delivered nor rejected");
        }
        Fields.required(at, "at");
    }

    /** The id of its record: the same for a repetition. */
    public String recordId() {
        return runId + "/" + part + "/" + adapter;
    }
}
