package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.tool.SchemaCost;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection.Absent;
import dev.agenthost.orchestrator.tool.UniqueToolNames;
import dev.agenthost.orchestrator.wire.JsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools that a server lists, in the order of their names: a model sees the same tools in the same words each time.
 *
 * @param refused the tools that cannot be used
 */
record McpToolListing(List<ToolDescriptor> tools, List<Absent> refused) {
    /** The most tools of one server. */
    static final int MOST_TOOLS = 500;

    /** The most characters of all tools of one server; all tools of a run together have fewer. */
    static final int MOST_CHARACTERS = 1024 * 1024;

    static final int LONGEST_NAME = 128;
    static final int LONGEST_DESCRIPTION = 4 * 1024;
    /** Characters. */
    static final int LARGEST_SCHEMA = 32 * 1024;

    static final String TYPE = "mcp";

    static McpToolListing read(String serverId, List<JsonNode> listed) {
        Map<String, ToolDescriptor> tools = new HashMap<>();
        List<Absent> refused = new ArrayList<>();
        int characters = 0;
        for (JsonNode tool : listed) {
            String name = tool.path("name").asText("");
            String id = serverId + "/" + (name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name);
            Optional<String> fault = fault(name, tool.path("inputSchema"));
            if (fault.isPresent()) {
                refused.add(new Absent(id, fault.get()));
            } else if (tools.size() == MOST_TOOLS) {
                refused.add(new Absent(id, "more than " + MOST_TOOLS + " tools"));
            } else if (characters + size(tool) > MOST_CHARACTERS) {
                refused.add(new Absent(id, "more than " + MOST_CHARACTERS / 1024 + " KiB of tools"));
            } else if (tools.putIfAbsent(id, descriptor(serverId, id, tool)) != null) {
                refused.add(new Absent(id, "is a duplicate"));
            } else {
                characters += size(tool);
            }
        }
        List<ToolDescriptor> sorted = new ArrayList<>(tools.values());
        sorted.sort(Comparator.comparing(ToolDescriptor::id));
        return new McpToolListing(Collections.unmodifiableList(sorted), List.copyOf(refused));
    }

    Optional<ToolDescriptor> find(String id) {
        return tools.stream().filter(tool -> tool.id().equals(id)).findFirst();
    }

    /** The size of the stored fields. */
    private static int size(JsonNode tool) {
        return tool.path("inputSchema").toString().length()
                + Math.min(tool.path("description").asText("").length(), LONGEST_DESCRIPTION);
    }

    private static Optional<String> fault(String name, JsonNode schema) {
        if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("has no name, or one of more than " + LONGEST_NAME + " characters");
        }
        if (name.equals("*")) {
            return Optional.of("has the reserved name *");
        }
        if (!schema.isObject() || !schema.path("type").asText("object").equals("object")) {
            return Optional.of("its arguments must be an object");
        }
        if (JsonText.tooDeep(schema) || schema.toString().length() > LARGEST_SCHEMA) {
            return Optional.of("its schema is larger than " + LARGEST_SCHEMA / 1024 + " KiB, or too deep");
        }
        if (SchemaCost.exceedsLimit(schema)) {
            return Optional.of("its schema is larger than " + SchemaCost.MOST + " nodes with all references expanded");
        }
        return Optional.empty();
    }

    private static ToolDescriptor descriptor(String serverId, String id, JsonNode tool) {
        String description = tool.path("description").asText("");
        return new ToolDescriptor(
                id,
                UniqueToolNames.of(serverId, tool.path("name").asText()),
                TYPE,
                description.length() > LONGEST_DESCRIPTION
                        ? JsonText.clean(description.substring(0, LONGEST_DESCRIPTION))
                        : description,
                tool.path("inputSchema"));
    }
}
