package dev.agenthost.protocol.store.file;

import dev.agenthost.protocol.field.WireName;

/** What a file is for; also the name of the permission that a runner needs to read it (spec 000 §4.4). */
public enum FilePurpose implements WireName {
    CONFIG,
    KNOWLEDGE
}
