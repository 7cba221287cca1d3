package dev.agenthost.gateway.rawpayload;

import dev.agenthost.protocol.store.RawKept;

/** What came of asking a store. */
public sealed interface RawPayloadResponse {
    /** It answered. */
    record Told(RawKept kept) implements RawPayloadResponse {}

    /** It was not asked: as much as may be is under way to it. That says nothing about the store. */
    record NoRoom() implements RawPayloadResponse {}
}
