package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.runner.ws.ScriptedMcp;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the tool list of a server by streamable HTTP, and how often it is requested. */
class HttpToolListTest extends McpCase {
    private final ScriptedMcp mcp = new ScriptedMcp();

    @AfterEach
    void itStops() {
        mcp.close();
    }

    @Test
    void readsPagesAndRequestsAListOnceAMinute() {
        mcp.tools = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            mcp.tools.add(ScriptedMcp.tool("t" + (10 + i), "does", "{}", "[]"));
        }
        mcp.pageSize = 10;
        McpClient client = client();

        assertThat(resultOf(client.tools(LIMIT)).tools()).hasSize(25).isSortedAccordingTo((a, b) -> a.id().compareTo(
                        b.id()));
        resultOf(client.tools(LIMIT));
        assertThat(mcp.requests("tools/list")).hasSize(3);

        passes(Duration.ofSeconds(61));
        resultOf(client.tools(LIMIT));
        assertThat(mcp.requests("tools/list")).hasSize(6);
    }

    @Test
    void requestsAChangedListAgain() {
        mcp.calls.put("echo", (exchange, frame) -> ScriptedMcp.stream(
                        exchange,
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":"
                                + frame.path("id") + ",\"result\":{\"content\":[]}}\n\n")
                .close());
        McpClient client = client();
        resultOf(client.tools(LIMIT));
        mcp.tools = List.of(ScriptedMcp.tool("other", "is new", "{}", "[]"));
        call(client, "echo", "{}");

        assertThat(resultOf(client.tools(LIMIT)).tools().stream().map(ToolDescriptor::id))
                .containsExactly("s/other");
    }

    @Test
    void limitsTheNumberOfPages() {
        mcp.tools = List.of(ScriptedMcp.tool("a", "does", "{}", "[]"));
        mcp.pageSize = 0;

        assertThat(resultOf(client().tools(LIMIT)).tools()).isEmpty();
        assertThat(mcp.requests("tools/list")).hasSize(20);
    }

    @Test
    void usesTheLastListOfAnUnavailableServer() {
        McpClient client = client();
        resultOf(client.tools(LIMIT));
        mcp.isAway = true;
        passes(Duration.ofSeconds(61));

        assertThat(failed(client.tools(LIMIT)).kind()).isEqualTo(Kind.REFUSED);
        assertThat(client.lastListing())
                .hasValueSatisfying(known -> assertThat(known.tools()).hasSize(2));
    }

    @Test
    void reportsUnusableTools() {
        mcp.tools = List.of(
                "{\"name\":\"\",\"inputSchema\":{\"type\":\"object\"}}",
                "{\"name\":\"odd\",\"inputSchema\":{\"type\":\"array\"}}",
                "{\"name\":\"none\"}",
                "{\"name\":\"*\",\"inputSchema\":{}}",
                ScriptedMcp.tool("huge", "is", "{\"x\":{\"description\":\"" + "x".repeat(40_000) + "\"}}", "[]"),
                "{\"name\":\"folded\",\"inputSchema\":" + folded(30) + "}",
                ScriptedMcp.tool("twice", "is", "{}", "[]"),
                ScriptedMcp.tool("twice", "is", "{}", "[]"),
                ScriptedMcp.tool("long", "d".repeat(9_000), "{}", "[]"));

        McpToolListing listing = resultOf(client().tools(LIMIT));

        assertThat(listing.tools().stream().map(ToolDescriptor::id)).containsExactly("s/long", "s/twice");
        assertThat(listing.tools().getFirst().description()).hasSize(McpToolListing.LONGEST_DESCRIPTION);
        assertThat(listing.refused()).hasSize(7);
        assertThat(listing.refused())
                .contains(new ToolSelection.Absent(
                        "s/folded", "its schema is larger than 10000 nodes with all references expanded"));
    }

    /** Tests the limit of stored tools of one server. */
    @Test
    void usesTheFirstToolsAndReportsFurtherOnes() {
        mcp.tools = IntStream.range(0, 3_000)
                .mapToObj(i -> ScriptedMcp.tool("t" + i, "is", "{}", "[]"))
                .toList();

        McpToolListing listing = resultOf(client().tools(LIMIT));

        assertThat(listing.tools()).hasSize(McpToolListing.MOST_TOOLS);
        assertThat(listing.refused()).hasSize(McpToolListing.MOST_TOOLS);
    }

    /** Each part refers twice to the next. */
    private static String folded(int parts) {
        StringBuilder schema = new StringBuilder("{\"type\":\"object\",\"$ref\":\"#/$defs/p0\",\"$defs\":{");
        for (int i = 0; i < parts; i++) {
            String next = "{\"$ref\":\"#/$defs/p" + (i + 1) + "\"}";
            schema.append("\"p" + i + "\":{\"anyOf\":[" + next + "," + next + "]},");
        }
        return schema + "\"p" + parts + "\":{\"required\":[\"a\"]}}}";
    }

    private McpClient client() {
        return clients().of(http(mcp.url()));
    }
}
