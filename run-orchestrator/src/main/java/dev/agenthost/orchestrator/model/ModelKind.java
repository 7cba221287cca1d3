package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.json.WireName;

/** What a model is good for. */
public enum ModelKind implements WireName {
    CHAT,
    EMBEDDING,
    RERANK
}
