package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.json.WireName;

/** What a file is for; also the name of the permission that a runner needs to read it (spec 000 §4.4). */
public enum FilePurpose implements WireName {
    CONFIG,
    KNOWLEDGE
}
