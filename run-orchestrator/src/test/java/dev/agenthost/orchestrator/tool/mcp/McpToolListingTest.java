package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection.Absent;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the total size of a listing: one process stores the listings of all servers. */
class McpToolListingTest {
    private static final int LARGE = McpToolListing.LARGEST_SCHEMA - 100;

    @Test
    void refusesToolsBeyondTheTotalSize() {
        McpToolListing listing = McpToolListing.read("s", large(40));

        assertThat(listing.tools()).hasSizeBetween(30, 33);
        assertThat(listing.tools().stream().mapToInt(McpToolListingTest::size).sum())
                .isLessThanOrEqualTo(McpToolListing.MOST_CHARACTERS);
        assertThat(listing.tools().size() + listing.refused().size()).isEqualTo(40);
        assertThat(listing.refused()).extracting(Absent::why).containsOnly("more than 1024 KiB of tools");
    }

    @Test
    void acceptsASmallToolAfterARefusedLargeOne() {
        List<JsonNode> listed = new ArrayList<>(large(40));
        listed.add(tool("small", 1));

        assertThat(McpToolListing.read("s", listed).tools())
                .extracting(ToolDescriptor::id)
                .contains("s/small");
    }

    @Test
    void stopsRequestingPagesAboveTheLimit() {
        AtomicInteger requests = new AtomicInteger();
        ToolList list = new ToolList(
                "s",
                (params, limit) -> {
                    int page = requests.getAndIncrement();
                    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("nextCursor", "more");
                    answer.putArray("tools").addAll(large(40, "p" + page + "-"));
                    return Uni.createFrom().item(answer);
                },
                System::nanoTime);

        McpToolListing listing = list.now(Duration.ofMinutes(1)).await().indefinitely();

        assertThat(requests.get()).isEqualTo(2);
        assertThat(listing.tools()).isNotEmpty();
    }

    private static int size(ToolDescriptor tool) {
        return tool.parameters().toString().length();
    }

    private static List<JsonNode> large(int many) {
        return large(many, "t");
    }

    private static List<JsonNode> large(int many, String prefix) {
        return IntStream.range(0, many).mapToObj(i -> tool(prefix + i, LARGE)).toList();
    }

    private static JsonNode tool(String name, int characters) {
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put("name", name);
        tool.putObject("inputSchema").put("type", "object").put("description", "x".repeat(characters));
        return tool;
    }
}
