package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;

/** One message of LangBot's plugin wire. A frame with {@code code} answers, a frame with {@code action} asks; nothing else counts. */
public sealed interface Frame {

    /**
     * The other side asks.
     *
     * @param seqId the other side's own number; says nothing about order or repetition
     * @param data an object, or whatever stood there instead; the action refuses what it cannot use
     * @param context the envelope beside the data, missing where there is none; who may be believed what it says is the arrangement's
     *     matter
     */
    record Request(long seqId, String action, JsonNode data, JsonNode context) implements Frame {}

    /**
     * The other side answers one of our requests; a stream answers it many times.
     *
     * @param code 0 is success; anything else ends the request, streaming or not
     * @param end the empty last frame of a stream
     */
    record Response(long seqId, int code, String message, JsonNode data, boolean end) implements Frame {
        public boolean failed() {
            return code != 0;
        }
    }

    /** Not a frame at all. The wire's rule is to ignore it and keep the connection. */
    record Noise(String why) implements Frame {}
}
