package dev.agenthost.binding.catalog;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.topic.ConversationKey;

/**
 * The audit data of a change.
 *
 * @param action for instance {@code agent.update}
 * @param resource for instance {@code agent/echo}
 * @param version the version after the change; of a deletion the last one
 */
public record ChangeAudit(ChangeContext change, String workspaceId, String action, String resource, int version) {
    /** Returns the record of {@code agent.audit}; it belongs to no conversation, so the workspace is its key. */
    public OutboundRecord record() {
        AuditEntry entry = new AuditEntry(
                change.changeId(),
                change.at(),
                OutboundRecord.SOURCE,
                workspaceId,
                null,
                null,
                change.actor(),
                action,
                resource,
                "version " + version,
                AuditResult.ALLOWED,
                null,
                null);
        return OutboundRecord.audit(ConversationKey.ofWorkspace(workspaceId).value(), entry, null);
    }
}
