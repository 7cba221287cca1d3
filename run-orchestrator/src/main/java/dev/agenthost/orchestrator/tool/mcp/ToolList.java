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
    private static final Duration ASKING = Duration.ofSeconds(20);
    private static final int MOST_PAGES = 20;
    /** The most tools of an answer that are held in memory: twice the number that is used. */
    private static final int MOST_SAID = 2 * McpToolListing.MOST_TOOLS;

    private static final int MOST_CHARACTERS = 2 * McpToolListing.MOST_CHARACTERS;

    private final String serverId;
    private final BiFunction<ObjectNode, Duration, Uni<JsonNode>> ask;
    private final LongSupplier nanos;
    private @Nullable McpToolListing known;
    private long knownAt;
    private boolean stale;
    private @Nullable Uni<McpToolListing> asking;

    ToolList(String serverId, BiFunction<ObjectNode, Duration, Uni<JsonNode>> ask, LongSupplier nanos) {
        this.serverId = serverId;
        this.ask = ask;
        this.nanos = nanos;
    }

    synchronized Optional<McpToolListing> lastKnown() {
        return Optional.ofNullable(known);
    }

    synchronized void changed() {
        stale = true;
    }

    /** Returns the tools. Concurrent callers wait for the same answer, each within its own limit. */
    synchronized Uni<McpToolListing> now(Duration limit) {
        McpToolListing last = known;
        if (last != null && !stale && nanos.getAsLong() - knownAt < FRESH.toNanos()) {
            return Uni.createFrom().item(last);
        }
        if (asking == null) {
            stale = false;
            asking = page(null, new ArrayList<>(), new AtomicInteger(), 1)
                    .map(said -> McpToolListing.read(serverId, said))
                    .onItemOrFailure()
                    .invoke(this::heard)
                    .memoize()
                    .indefinitely();
        }
        return asking.ifNoItem()
                .after(limit)
                .failWith(() -> new McpException(Kind.TOO_LATE, "The server took too long to say what it offers"));
    }

    private synchronized void heard(@Nullable McpToolListing listing, @Nullable Throwable why) {
        asking = null;
        if (listing == null) {
            stale = true;
        } else {
            known = listing;
            knownAt = nanos.getAsLong();
        }
    }

    /** @param characters of all pages so far */
    private Uni<List<JsonNode>> page(
            @Nullable String cursor, List<JsonNode> said, AtomicInteger characters, int number) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        if (cursor != null) {
            params.put("cursor", cursor);
        }
        return ask.apply(params, ASKING).chain(answer -> {
            if (!answer.path("tools").isArray()) {
                return Uni.createFrom()
                        .failure(new McpException(Kind.UNREADABLE, "The server's answer holds no list of tools"));
            }
            for (JsonNode tool : answer.path("tools")) {
                if (said.size() == MOST_SAID
                        || characters.addAndGet(tool.toString().length()) > MOST_CHARACTERS) {
                    return Uni.createFrom().item(said);
                }
                said.add(tool);
            }
            String next = answer.path("nextCursor").asText("");
            return next.isEmpty() || number == MOST_PAGES
                    ? Uni.createFrom().item(said)
                    : page(next, said, characters, number + 1);
        });
    }
}
