package dev.agenthost.sdk.harness.mcp;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import java.util.ArrayList;
import java.util.List;

/** The tools for earlier messages of this conversation. */
final class HistoryTools {
    private static final int CURSOR = 2000;
    private static final int QUERY = 1000;

    private HistoryTools() {}

    static List<RunTool> tools(AgentRunContext context, HostApi api) {
        List<RunTool> tools = new ArrayList<>();
        if (context.context().availableApis().historyPage()) {
            tools.add(new RunTool(
                    "history_page",
                    "Reads the earlier messages of this conversation, the newest first."
                            + " Pass the next_cursor of a page as before_cursor to read older messages.",
                    JsonSchemas.none()
                            .text(
                                    "before_cursor",
                                    CURSOR,
                                    "An opaque next_cursor of an earlier page; omit it for the newest.")
                            .number("limit", 20, 1, 100, "The largest number of messages.")
                            .properties(),
                    List.of(),
                    arguments -> ProtocolCodec.tree(api.historyPage(new HistoryRequest(
                            arguments.optional("before_cursor", CURSOR),
                            null,
                            (int) arguments.number("limit", 20, 1, 100),
                            HistoryDirection.BACKWARD)))));
        }
        if (context.context().availableApis().historySearch()) {
            tools.add(new RunTool(
                    "history_search",
                    "Searches the earlier messages of this conversation by words, the best first.",
                    JsonSchemas.none()
                            .text("query", QUERY, "Words in any language; quoted words must be adjacent.")
                            .number("top_k", 10, 1, 100, "The largest number of results.")
                            .properties(),
                    List.of("query"),
                    arguments -> ProtocolCodec.tree(api.historySearch(
                            arguments.text("query", QUERY), (int) arguments.number("top_k", 10, 1, 100)))));
        }
        return tools;
    }
}
