package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.CanonicalJson;
import java.nio.charset.StandardCharsets;

/**
 * The size limit of all tool descriptors of one run, which one frame contains together with the run's context. Once a descriptor does
 * not fit, no later one is accepted.
 */
final class ToolBudget {
    /** The most bytes of canonical JSON in UTF-8. */
    static final int MOST_BYTES = 512 * 1024;

    /** The most tools; models do not select reliably among more. */
    static final int MOST_TOOLS = 256;

    private int bytes;
    private int tools;

    /** @return the reason for a refusal; empty if the tool is accepted */
    String take(ToolDescriptor tool) {
        if (tools >= MOST_TOOLS) {
            return "more than " + MOST_TOOLS + " tools";
        }
        if (bytes <= MOST_BYTES) {
            bytes += size(tool);
        }
        if (bytes > MOST_BYTES) {
            return "more than " + MOST_BYTES / 1024 + " KiB of tools";
        }
        tools++;
        return "";
    }

    static int size(ToolDescriptor tool) {
        ObjectNode descriptor = JsonNodeFactory.instance.objectNode();
        descriptor.put("tool_name", tool.name()).put("tool_type", tool.type()).put("description", tool.description());
        descriptor.set("parameters", tool.parameters());
        return CanonicalJson.of(descriptor).toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
