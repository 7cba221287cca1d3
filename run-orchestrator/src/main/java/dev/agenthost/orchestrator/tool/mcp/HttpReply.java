package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.egress.ServerSentEvents;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.security.SecretRedactor;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The body of one answer, JSON or a stream of events: the frame that answers one request, and the frames before it. */
final class HttpReply {
    /** The most requests of the server in one answer: each costs a call of the host. */
    static final int MOST_ASKED = 16;

    private final long id;
    private final SecretRedactor secrecy;
    private final Consumer<JsonRpc.Frame.Asks> askedBack;
    private final Consumer<String> noticed;
    private final AtomicInteger asked = new AtomicInteger();

    /** @param id of the question */
    HttpReply(long id, SecretRedactor secrecy, Consumer<JsonRpc.Frame.Asks> askedBack, Consumer<String> noticed) {
        this.id = id;
        this.secrecy = secrecy;
        this.askedBack = askedBack;
        this.noticed = noticed;
    }

    Uni<JsonNode> read(HttpResponse answer, Duration limit) {
        String type =
                Objects.requireNonNullElse(answer.header("Content-Type"), "").toLowerCase(Locale.ROOT);
        if (type.startsWith("text/event-stream")) {
            return events(answer, limit);
        }
        return answer.body(McpSession.MOST, limit)
                .map(body -> JsonRpc.read(new String(body, StandardCharsets.UTF_8), secrecy))
                .chain(frames -> Multi.createFrom()
                        .iterable(frames)
                        .select()
                        .where(this::isIt)
                        .toUni())
                .chain(HttpReply::said);
    }

    private Uni<JsonNode> events(HttpResponse answer, Duration limit) {
        ServerSentEvents parser = new ServerSentEvents();
        AtomicInteger size = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        Multi<String> complete = answer.pieces(limit, done::get)
                .invoke(piece -> {
                    if (size.addAndGet(piece.length) > McpSession.MOST) {
                        throw new McpException(Kind.TOO_LARGE, "The server's answer is too large");
                    }
                })
                .onItem()
                .transformToIterable(parser::next);
        Multi<String> rest =
                Multi.createFrom().deferred(() -> Multi.createFrom().iterable(parser.end()));
        return Multi.createBy()
                .concatenating()
                .streams(complete, rest)
                .filter(data -> !data.isBlank())
                .onItem()
                .transformToIterable(data -> JsonRpc.read(data, secrecy))
                .select()
                .where(frame -> {
                    boolean isIt = isIt(frame);
                    done.compareAndSet(false, isIt);
                    return isIt;
                })
                .toUni()
                .onFailure()
                .invoke(answer::reset)
                .chain(HttpReply::said);
    }

    /** Returns true for the awaited answer; other frames are processed here. */
    private boolean isIt(JsonRpc.Frame frame) {
        return switch (frame) {
            case JsonRpc.Frame.Result result -> result.id() == id;
            case JsonRpc.Frame.Failed failed -> failed.id() == id;
            case JsonRpc.Frame.Asks asks -> {
                if (asked.incrementAndGet() > MOST_ASKED) {
                    throw new McpException(Kind.UNREADABLE, "The server asks more than it answers");
                }
                askedBack.accept(asks);
                yield false;
            }
            case JsonRpc.Frame.Tells tells -> {
                noticed.accept(tells.method());
                yield false;
            }
            case JsonRpc.Frame.Nonsense nonsense -> false;
        };
    }

    private static Uni<JsonNode> said(JsonRpc.@Nullable Frame frame) {
        if (frame == null) {
            return none();
        }
        return switch (frame) {
            case JsonRpc.Frame.Result result -> Uni.createFrom().item(result.result());
            case JsonRpc.Frame.Failed failed -> Uni.createFrom().failure(failed.why());
            default -> none();
        };
    }

    private static Uni<JsonNode> none() {
        return Uni.createFrom()
                .failure(new McpException(Kind.UNREADABLE, "The server's answer is none to what it was asked"));
    }
}
