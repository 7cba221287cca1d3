package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;

/** An entry, and with which others it keeps its order. */
public record AuditRecord(ConversationKey key, AuditEntry entry) {}
