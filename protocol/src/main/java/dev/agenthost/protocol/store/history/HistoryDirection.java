package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.json.WireName;

/** The direction of a page; backward (the newest first) by default. */
public enum HistoryDirection implements WireName {
    BACKWARD,
    FORWARD
}
