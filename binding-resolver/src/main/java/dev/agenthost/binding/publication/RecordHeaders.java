package dev.agenthost.binding.publication;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts a record's headers to text for a column; keeps their order. */
public final class RecordHeaders {
    private RecordHeaders() {}

    public static String text(Map<String, String> headers) {
        return new String(ProtocolCodec.encode(headers), StandardCharsets.UTF_8);
    }

    public static Map<String, String> parse(String text) {
        try {
            Map<String, String> headers = new LinkedHashMap<>();
            ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8))
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().textValue()));
            return headers;
        } catch (UndecodableException e) {
            throw new IllegalStateException("Stored headers cannot be decoded", e);
        }
    }
}
