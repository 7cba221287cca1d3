package dev.agenthost.runners.acpagent.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PermissionPolicyTest {
    private static final List<String> TOOLS = List.of("history_page");
    private static final String ALL =
            "[{'optionId':'a','kind':'allow_always'},{'optionId':'o','kind':'allow_once'},{'optionId':'r','kind':'reject_once'}]";

    @Test
    void deniesWhateverTouchesTheMachine() {
        for (String kind :
                List.of("read", "search", "edit", "delete", "move", "execute", "fetch", "other", "new_one")) {
            assertThat(choose(PermissionPolicy.DENY, "{'kind':'" + kind + "'}", ALL))
                    .as(kind)
                    .contains("r");
        }
        assertThat(choose(PermissionPolicy.DENY, "{}", ALL)).contains("r");
    }

    @Test
    void allowsReadingAndSearchingOnceWhereTheOperatorDoes() {
        assertThat(choose(PermissionPolicy.ALLOW_READS, "{'kind':'read'}", ALL)).contains("o");
        assertThat(choose(PermissionPolicy.ALLOW_READS, "{'kind':'search'}", ALL))
                .contains("o");
        for (String kind : List.of("edit", "delete", "move", "execute", "fetch", "other")) {
            assertThat(choose(PermissionPolicy.ALLOW_READS, "{'kind':'" + kind + "'}", ALL))
                    .as(kind)
                    .contains("r");
        }
    }

    @Test
    void theToolsOfTheRunAreAllowedUnderTheirWholeNameOnly() {
        assertThat(choose(PermissionPolicy.DENY, "{'name':'mcp__agenthost__history_page'}", ALL))
                .contains("o");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'mcp__agenthost__history_page','kind':'other'}", ALL))
                .contains("o");
        assertThat(choose(
                        PermissionPolicy.DENY,
                        "{'_meta':{'claudeCode':{'toolName':'mcp__agenthost__history_page'}}}",
                        ALL))
                .contains("o");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'history_page (agenthost MCP Server)','kind':'other'}", ALL))
                .contains("o");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'call_tool (agenthost MCP Server)'}", ALL))
                .contains("r");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'history_page (agenthost MCP Server)','kind':'edit'}", ALL))
                .contains("r");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'mcp__agenthost__call_tool'}", ALL))
                .contains("r");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'run mcp__agenthost__history_page'}", ALL))
                .contains("r");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'mcp__other__history_page'}", ALL))
                .contains("r");
        assertThat(choose(PermissionPolicy.DENY, "{'title':'mcp__agenthost__history_page','kind':'execute'}", ALL))
                .contains("r");
    }

    @Test
    void nothingIsAllowedForGood() {
        String lasting = "[{'optionId':'a','kind':'allow_always'},{'optionId':'n','kind':'reject_always'}]";

        assertThat(choose(PermissionPolicy.ALLOW_READS, "{'kind':'read'}", lasting))
                .isEmpty();
        assertThat(choose(PermissionPolicy.DENY, "{'kind':'read'}", lasting)).contains("n");
        assertThat(choose(PermissionPolicy.DENY, "{'kind':'read'}", "[]")).isEmpty();
        assertThat(choose(PermissionPolicy.DENY, "{'kind':'read'}", "[{'kind':'reject_once'}]"))
                .isEmpty();
    }

    @Test
    void aConfigurationTakesAwayAndAddsNothing() {
        assertThat(PermissionPolicy.DENY.and(PermissionPolicy.ALLOW_READS)).isEqualTo(PermissionPolicy.DENY);
        assertThat(PermissionPolicy.ALLOW_READS.and(PermissionPolicy.DENY)).isEqualTo(PermissionPolicy.DENY);
        assertThat(PermissionPolicy.ALLOW_READS.and(PermissionPolicy.ALLOW_READS))
                .isEqualTo(PermissionPolicy.ALLOW_READS);
    }

    private static Optional<String> choose(PermissionPolicy permissions, String toolCall, String options) {
        return permissions.choose(json(toolCall), json(options), TOOLS);
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
