package dev.agenthost.orchestrator.model.catalogue;

import dev.agenthost.protocol.field.WireName;

/** What a model is good for. */
public enum ModelKind implements WireName {
    CHAT,
    EMBEDDING,
    RERANK
}
