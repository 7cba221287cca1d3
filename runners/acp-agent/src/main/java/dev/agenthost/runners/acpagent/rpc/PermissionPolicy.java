package dev.agenthost.runners.acpagent.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.sdk.harness.McpConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is answered when an agent asks whether it may ({@code session/request_permission}); no person is there to be asked. The tools of
 * its run may always be called: the host has granted them, and checks each call.
 */
public enum PermissionPolicy {
    /** Nothing but the tools of the run. */
    DENY(Set.of()),
    /** Reading and searching as well. */
    ALLOW_READS(Set.of("read", "search"));

    private static final Set<String> NEVER_OURS = Set.of("edit", "delete", "move", "execute", "switch_mode");
    /** The protocol has no name for a tool of an MCP server: each harness makes one. */
    private static final String CLAUDE_SAYS = "mcp__" + McpConfig.SERVER + "__";

    private static final String GEMINI_SAYS = " (" + McpConfig.SERVER + " MCP Server)";

    private final Set<String> kinds;

    PermissionPolicy(Set<String> kinds) {
        this.kinds = kinds;
    }

    /** The stricter of the two: whoever configures an agent may take away and not add. */
    public PermissionPolicy and(PermissionPolicy other) {
        return ordinal() <= other.ordinal() ? this : other;
    }

    /**
     * Chooses one of the options, once and never for good.
     *
     * @param tools of this run
     * @return empty where no option says it
     */
    public Optional<String> choose(JsonNode toolCall, JsonNode options, List<String> tools) {
        if (allows(toolCall, tools)) {
            return option(options, "allow_once");
        }
        return option(options, "reject_once").or(() -> option(options, "reject_always"));
    }

    private boolean allows(JsonNode toolCall, List<String> tools) {
        String kind = toolCall.path("kind").asText("other");
        return kinds.contains(kind) || (!NEVER_OURS.contains(kind) && isOurs(toolCall, tools));
    }

    private static boolean isOurs(JsonNode toolCall, List<String> tools) {
        return Stream.of(toolCall.path("name"), toolCall.at("/_meta/claudeCode/toolName"), toolCall.path("title"))
                .map(name -> name.asText(""))
                .anyMatch(name -> tools.stream()
                        .anyMatch(tool -> name.equals(CLAUDE_SAYS + tool) || name.equals(tool + GEMINI_SAYS)));
    }

    private static Optional<String> option(JsonNode options, String kind) {
        for (JsonNode option : options) {
            if (kind.equals(option.path("kind").textValue())
                    && option.path("optionId").isTextual()) {
                return Optional.of(option.path("optionId").textValue());
            }
        }
        return Optional.empty();
    }
}
