package dev.agenthost.gateway.raw;

import dev.agenthost.protocol.store.raw.RawKept;

/** What came of asking a store. */
public sealed interface RawAnswer {
    /** It answered. */
    record Told(RawKept kept) implements RawAnswer {}

    /** It was not asked: as much as may be is under way to it. That says nothing about the store. */
    record NoRoom() implements RawAnswer {}
}
