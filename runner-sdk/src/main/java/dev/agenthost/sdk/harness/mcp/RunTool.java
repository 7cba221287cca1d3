package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One tool of a run.
 *
 * @param properties a JSON Schema of each argument
 */
record RunTool(String name, String description, ObjectNode properties, List<String> required, Call call) {
    /** Answers, or throws the host's error. */
    interface Call {
        JsonNode answer(ToolArguments arguments);
    }

    JsonNode call(ObjectNode arguments) {
        Set<String> allowed = new HashSet<>();
        properties.fieldNames().forEachRemaining(allowed::add);
        return call.answer(new ToolArguments(arguments).only(allowed));
    }

    /** Returns the tool in the form of {@code tools/list}. */
    ObjectNode listed() {
        ObjectNode listed = ProtocolCodec.mapper().createObjectNode();
        listed.put("name", name).put("description", description);
        ObjectNode schema = listed.putObject("inputSchema").put("type", "object");
        schema.set("properties", properties.deepCopy());
        required.forEach(schema.putArray("required")::add);
        schema.put("additionalProperties", false);
        return listed;
    }
}
