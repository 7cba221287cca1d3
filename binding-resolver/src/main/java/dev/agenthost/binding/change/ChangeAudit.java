package dev.agenthost.binding.change;

import dev.agenthost.binding.publish.OutboundRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Partitions;
import dev.agenthost.protocol.topic.Topics;

/**
 * What the audit says of a change.
 *
 * @param action for instance {@code agent.update}
 * @param resource for instance {@code agent/echo}
 * @param version the version after the change; of a deletion the last one
 */
public record ChangeAudit(Change change, String workspaceId, String action, String resource, int version) {
    /** This service, as its records name it. */
    private static final String SERVICE = "binding-resolver";

    /** The record of {@code agent.audit}; it belongs to no conversation, so the workspace is its key. */
    public OutboundRecord record() {
        AuditEntry entry = new AuditEntry(
                change.changeId(),
                change.at(),
                SERVICE,
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
        String key = PercentEncoding.encode(workspaceId);
        return new OutboundRecord(
                Topics.AUDIT,
                Partitions.of(key),
                key,
                ProtocolCodec.encode(entry),
                CloudEventHeaders.of(
                        CloudEventHeaders.AUDIT_TYPE, entry.auditId(), SERVICE, entry.at(), workspaceId, null));
    }
}
