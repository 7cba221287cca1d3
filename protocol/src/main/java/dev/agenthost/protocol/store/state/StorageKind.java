package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.json.WireName;

/** The kind of a storage owner (spec 000 §4.4, §8). */
public enum StorageKind implements WireName {
    PLUGIN,
    WORKSPACE
}
