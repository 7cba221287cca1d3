package dev.agenthost.gateway.rawpayload;

import dev.agenthost.protocol.store.RawPayloadStored;

/** The outcome of a request to the store. */
public sealed interface RawPayloadResponse {
    /** The store answered. */
    record Answered(RawPayloadStored kept) implements RawPayloadResponse {}

    /** The request was not sent, because the capacity is used up. This is no failure of the store. */
    record NoRoom() implements RawPayloadResponse {}
}
