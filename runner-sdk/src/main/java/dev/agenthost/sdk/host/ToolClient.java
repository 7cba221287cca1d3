package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** The tools that the run was granted (spec 000 §8). */
public record ToolClient(Calls calls) {
    /** The description of a tool: {@code {name, description, parameters}}, the parameters a JSON Schema. */
    public JsonNode detail(String tool) {
        return calls.call("get_tool_detail", named(tool)).path("tool");
    }

    /** Calls the tool once; the call is never repeated automatically. */
    public JsonNode call(String tool, JsonNode parameters) {
        ObjectNode data = named(tool);
        data.set("parameters", parameters);
        return calls.call("call_tool", data).path("result");
    }

    private static ObjectNode named(String tool) {
        return ProtocolCodec.mapper().createObjectNode().put("tool_name", tool);
    }
}
