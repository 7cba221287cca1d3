package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.json.WireName;

/** The purpose of a file; also the name of the permission that a runner needs to read it (spec 000 §4.4). */
public enum FilePurpose implements WireName {
    CONFIG,
    KNOWLEDGE
}
