package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.json.WireName;

/** Who may own what is kept in storage (spec 000 §4.4, §8). */
public enum StorageKind implements WireName {
    PLUGIN,
    WORKSPACE
}
