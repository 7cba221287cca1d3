package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The tools of one server, requested once a minute at most, and when the server announces a change. */
final class ToolList {
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);
    private static final int MOST_PAGES = 20;
    /** The most tools of a response that are stored: twice the number that is used. */
    private static final int MOST_LISTED = 2 * McpToolListing.MOST_TOOLS;

    private static final int MOST_CHARACTERS = 2 * McpToolListing.MOST_CHARACTERS;

    private final String serverId;
    private final BiFunction<ObjectNode, Duration, Uni<JsonNode>> request;
    private final LongSupplier nanos;
    private @Nullable McpToolListing current;
    private long currentSince;
    private boolean stale;
    private @Nullable Uni<McpToolListing> pending;

    ToolList(String serverId, BiFunction<ObjectNode, Duration, Uni<JsonNode>> request, LongSupplier nanos) {
        this.serverId = serverId;
        this.request = request;
        this.nanos = nanos;
    }

    synchronized Optional<McpToolListing> last() {
        return Optional.ofNullable(current);
    }

    synchronized void changed() {
        stale = true;
    }

    /** Returns the tools. Concurrent callers wait for the same response, each within its own limit. */
    synchronized Uni<McpToolListing> now(Duration limit) {
        McpToolListing cached = current;
        if (cached != null && !stale && nanos.getAsLong() - currentSince < FRESH.toNanos()) {
            return Uni.createFrom().item(cached);
        }
        if (pending == null) {
            stale = false;
            pending = page(null, new ArrayList<>(), new AtomicInteger(), 1)
                    .map(tools -> McpToolListing.read(serverId, tools))
                    .onItemOrFailure()
                    .invoke(this::complete)
                    .memoize()
                    .indefinitely();
        }
        return pending.ifNoItem()
                .after(limit)
                .failWith(() -> new McpException(Kind.TOO_LATE, "The server took too long to list its tools"));
    }

    private synchronized void complete(@Nullable McpToolListing listing, @Nullable Throwable why) {
        pending = null;
        if (listing == null) {
            stale = true;
        } else {
            current = listing;
            currentSince = nanos.getAsLong();
        }
    }

    /** @param characters of all pages so far */
    private Uni<List<JsonNode>> page(
            @Nullable String cursor, List<JsonNode> tools, AtomicInteger characters, int number) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        if (cursor != null) {
            params.put("cursor", cursor);
        }
        return request.apply(params, REQUEST_LIMIT).chain(answer -> {
            if (!answer.path("tools").isArray()) {
                return Uni.createFrom()
                        .failure(new McpException(Kind.UNREADABLE, "The server's response has no list of tools"));
            }
            for (JsonNode tool : answer.path("tools")) {
                if (tools.size() == MOST_LISTED
                        || characters.addAndGet(tool.toString().length()) > MOST_CHARACTERS) {
                    return Uni.createFrom().item(tools);
                }
                tools.add(tool);
            }
            String next = answer.path("nextCursor").asText("");
            return next.isEmpty() || number == MOST_PAGES
                    ? Uni.createFrom().item(tools)
                    : page(next, tools, characters, number + 1);
        });
    }
}
