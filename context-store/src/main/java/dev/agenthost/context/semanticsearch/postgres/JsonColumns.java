package dev.agenthost.context.semanticsearch.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** Reads JSON objects of the database. */
final class JsonColumns {
    private JsonColumns() {}

    static ObjectNode object(String stored) {
        try {
            return (ObjectNode) ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
