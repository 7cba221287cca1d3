package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.CanonicalJson;
import java.nio.charset.StandardCharsets;

/**
 * What all tools of one run may say of themselves together: they lie in one frame with everything else that a run begins with. Once
 * one does not fit, none that comes after it is taken either.
 */
final class ToolBudget {
    /** Of canonical JSON in UTF-8. */
    static final int MOST_BYTES = 512 * 1024;

    /** A model that is shown more finds none. */
    static final int MOST_TOOLS = 256;

    private int bytes;
    private int tools;

    /** @return why it is not taken; empty where it is */
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
