package dev.agenthost.runners.acpagent.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.sdk.harness.McpConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The answer to an agent's request for permission ({@code session/request_permission}); no person is asked. The tools of its run
 * are always allowed: the host has granted them, and checks each call.
 */
public enum PermissionPolicy {
    /** Allows only the tools of the run. */
    DENY(Set.of()),
    /** Allows reading and searching as well. */
    ALLOW_READS(Set.of("read", "search"));

    private static final Set<String> NEVER_OURS = Set.of("edit", "delete", "move", "execute", "switch_mode");
    /** The prefix of our tools in Claude; the protocol defines no name for a tool of an MCP server, so each harness makes one. */
    private static final String CLAUDE_SAYS = "mcp__" + McpConfig.SERVER + "__";

    private static final String GEMINI_SAYS = " (" + McpConfig.SERVER + " MCP Server)";

    private final Set<String> kinds;

    PermissionPolicy(Set<String> kinds) {
        this.kinds = kinds;
    }

    /** The stricter of the two: the configuration of an agent may restrict the profile and not extend it. */
    public PermissionPolicy and(PermissionPolicy other) {
        return ordinal() <= other.ordinal() ? this : other;
    }

    /**
     * Chooses one of the options, an allowance only for this call.
     *
     * @param tools of this run
     * @return empty if no option matches
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
