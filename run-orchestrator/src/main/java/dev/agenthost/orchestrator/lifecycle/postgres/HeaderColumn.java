package dev.agenthost.orchestrator.lifecycle.postgres;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A record's headers as a text column. */
public final class HeaderColumn {
    private HeaderColumn() {}

    public static String write(Map<String, String> headers) {
        return new String(ProtocolCodec.encode(headers), StandardCharsets.UTF_8);
    }

    public static Map<String, String> read(String stored) {
        try {
            JsonNode tree = ProtocolCodec.readTree(stored.getBytes(StandardCharsets.UTF_8));
            Map<String, String> headers = new LinkedHashMap<>();
            tree.properties()
                    .forEach(each -> headers.put(each.getKey(), each.getValue().textValue()));
            return headers;
        } catch (UndecodableException e) {
            throw new IllegalStateException("stored headers are unreadable", e);
        }
    }
}
