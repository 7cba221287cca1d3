package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.ProtocolCodec;
import org.jspecify.annotations.Nullable;

/**
 * The platform's own payload of an event ({@code raw}). It is not published: the host removes credentials and stores it. The
 * envelope refers to it ({@code raw_ref}).
 */
public sealed interface RawPayload {

    /** No payload. */
    record Nothing() implements RawPayload {}

    /** A payload beyond {@link EventLimits#RAW_BYTES}; the event continues without it. */
    record TooLarge() implements RawPayload {}

    /**
     * A payload as bytes: a JSON tree is many times as large, and memory may hold a whole batch of payloads.
     *
     * @param bytes JSON of an object or an array, without suspected credentials; must not be changed
     */
    record Scrubbed(byte[] bytes) implements RawPayload {}

    /** @param raw an object or an array; null if the event has none */
    static RawPayload of(@Nullable JsonNode raw) {
        if (raw == null) {
            return new Nothing();
        }
        // The size check precedes the scrubbing and thereby limits its cost.
        return ProtocolCodec.encode(raw).length > EventLimits.RAW_BYTES
                ? new TooLarge()
                : new Scrubbed(ProtocolCodec.encode(RawScrubber.scrubbed(raw)));
    }
}
