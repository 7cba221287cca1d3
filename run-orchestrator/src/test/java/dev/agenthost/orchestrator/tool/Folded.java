package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Schemas that are small to write and large to read. */
public final class Folded {
    private Folded() {}

    /** So many parts, each of which refers twice to the next; the last wants a member {@code a}. */
    public static JsonNode schema(String keyword, int parts) {
        StringBuilder schema = new StringBuilder("{'type':'object','$ref':'#/$defs/p0','$defs':{");
        for (int i = 0; i < parts; i++) {
            String next = "{'$ref':'#/$defs/p" + (i + 1) + "'}";
            schema.append("'p" + i + "':{'" + keyword + "':[" + next + "," + next + "]},");
        }
        return tree(schema + "'p" + parts + "':{'required':['a']}}}");
    }

    /** Refers to itself twice from the member {@code a}, so that each level of a value doubles the work. */
    public static JsonNode doubling() {
        String again = "{'properties':{'a':{'$ref':'#/$defs/n'}}}";
        return tree("{'$ref':'#/$defs/n','$defs':{'n':{'allOf':[" + again + "," + again + "]}}}");
    }

    /** {@code a} in {@code a}, so often. */
    public static JsonNode nested(int levels) {
        return tree("{'a':".repeat(levels) + "{}" + "}".repeat(levels));
    }

    public static JsonNode tree(String json) {
        try {
            return ProtocolCodec.readTree(json.replace('\'', '"'));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
