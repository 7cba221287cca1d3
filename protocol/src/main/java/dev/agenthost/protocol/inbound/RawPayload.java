package dev.agenthost.protocol.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import org.jspecify.annotations.Nullable;

/**
 * The platform's own payload that an event came with ({@code raw}). It never travels: it is kept, scrubbed of credentials, and the
 * envelope names it ({@code raw_ref}).
 */
public sealed interface RawPayload {

    /** There was none. */
    record Nothing() implements RawPayload {}

    /** It is larger than {@link EventLimits#RAW_BYTES}: the event continues without it. */
    record TooLarge() implements RawPayload {}

    /**
     * It was, and is held as bytes: a tree is many times as large, and a whole batch of events may wait with theirs.
     *
     * @param bytes JSON of an object or an array, without what looks like a credential; not to be changed
     */
    record Scrubbed(byte[] bytes) implements RawPayload {}

    /** @param raw an object or an array; null if the event has none */
    static RawPayload of(@Nullable JsonNode raw) {
        if (raw == null) {
            return new Nothing();
        }
        // Measured before it is looked through, so that looking costs no more than so many bytes do.
        return ProtocolCodec.encode(raw).length > EventLimits.RAW_BYTES
                ? new TooLarge()
                : new Scrubbed(ProtocolCodec.encode(RawScrubber.scrubbed(raw)));
    }
}
