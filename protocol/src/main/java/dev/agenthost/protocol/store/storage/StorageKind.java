package dev.agenthost.protocol.store.storage;

import dev.agenthost.protocol.field.WireName;

/** Who may own what is kept in storage (spec 000 §4.4, §8). */
public enum StorageKind implements WireName {
    PLUGIN,
    WORKSPACE
}
