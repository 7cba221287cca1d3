package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.json.WireName;

/** Which way a page reads; backward (the newest first) when nothing is said. */
public enum HistoryDirection implements WireName {
    BACKWARD,
    FORWARD
}
