package dev.agenthost.orchestrator.hostapi.write;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** Names and sizes of state values, the same for calls and for {@code state.updated}. */
public final class StateWriteLimits {
    /** The most bytes of one value as UTF-8 JSON. */
    public static final int MOST_BYTES = 256 * 1024;

    private StateWriteLimits() {}

    /** Maps LangBot's old name of the external conversation to the current one. */
    public static String of(String key) {
        return key.equals("conversation_id") ? "external.conversation_id" : key;
    }

    public static boolean tooLarge(JsonNode value) {
        return bytes(value) > MOST_BYTES;
    }

    /** Returns the size of the value as UTF-8 JSON. */
    public static int bytes(JsonNode value) {
        return ProtocolCodec.encode(value).length;
    }
}
