package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.json.WireName;

/** The purpose of a model. */
public enum ModelKind implements WireName {
    CHAT,
    EMBEDDING,
    RERANK
}
