package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;

/** An audit entry and the key by which entries keep their order. */
public record AuditRecord(ConversationKey key, AuditEntry entry) {}
