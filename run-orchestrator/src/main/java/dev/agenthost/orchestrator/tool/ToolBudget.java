package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.CanonicalJson;
import java.nio.charset.StandardCharsets;

/**
 * The size limit of all tool descriptors of one run, which are in one frame with the rest of the run's start. Once one does not fit, no
 * later one is taken either.
 */
final class ToolBudget {
    /** The most bytes of canonical JSON in UTF-8. */
    static final int MOST_BYTES = 512 * 1024;

    /** The most tools; a model with more tools finds none of them. */
    static final int MOST_TOOLS = 256;

    private int bytes;
    private int tools;

    /** @return the reason for a refusal; empty if the tool is taken */
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
        ObjectNode said = JsonNodeFactory.instance.objectNode();
        said.put("tool_name", tool.name()).put("tool_type", tool.type()).put("description", tool.description());
        said.set("parameters", tool.parameters());
        return CanonicalJson.of(said).toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
