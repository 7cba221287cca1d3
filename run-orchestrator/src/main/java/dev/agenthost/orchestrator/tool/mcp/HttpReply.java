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

/** Reads the body of a response, JSON or an event stream: the response frame of one request, and the frames before it. */
final class HttpReply {
    /** The most requests of the server in one response: each costs a call of the host. */
    static final int MOST_SERVER_REQUESTS = 16;

    private final long id;
    private final SecretRedactor secrecy;
    private final Consumer<JsonRpc.Frame.Request> onRequest;
    private final Consumer<String> onNotification;
    private final AtomicInteger serverRequests = new AtomicInteger();

    /** @param id the id of the request */
    HttpReply(
            long id,
            SecretRedactor secrecy,
            Consumer<JsonRpc.Frame.Request> onRequest,
            Consumer<String> onNotification) {
        this.id = id;
        this.secrecy = secrecy;
        this.onRequest = onRequest;
        this.onNotification = onNotification;
    }

    Uni<JsonNode> read(HttpResponse answer, Duration limit) {
        String type =
                Objects.requireNonNullElse(answer.header("Content-Type"), "").toLowerCase(Locale.ROOT);
        if (type.startsWith("text/event-stream")) {
            return events(answer, limit);
        }
        return answer.body(McpSession.MOST, limit)
                .map(body -> JsonRpc.parse(new String(body, StandardCharsets.UTF_8), secrecy))
                .chain(frames -> Multi.createFrom()
                        .iterable(frames)
                        .select()
                        .where(this::isResponse)
                        .toUni())
                .chain(HttpReply::toUni);
    }

    private Uni<JsonNode> events(HttpResponse answer, Duration limit) {
        ServerSentEvents parser = new ServerSentEvents();
        AtomicInteger size = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        Multi<String> complete = answer.pieces(limit, done::get)
                .invoke(chunk -> {
                    if (size.addAndGet(chunk.length) > McpSession.MOST) {
                        throw new McpException(Kind.TOO_LARGE, "The server's answer is too large");
                    }
                })
                .onItem()
                .transformToIterable(parser::next);
        Multi<String> remainder =
                Multi.createFrom().deferred(() -> Multi.createFrom().iterable(parser.end()));
        return Multi.createBy()
                .concatenating()
                .streams(complete, remainder)
                .filter(data -> !data.isBlank())
                .onItem()
                .transformToIterable(data -> JsonRpc.parse(data, secrecy))
                .select()
                .where(frame -> {
                    boolean isResponse = isResponse(frame);
                    done.compareAndSet(false, isResponse);
                    return isResponse;
                })
                .toUni()
                .onFailure()
                .invoke(answer::reset)
                .chain(HttpReply::toUni);
    }

    /** Returns true for the awaited response; processes other frames. */
    private boolean isResponse(JsonRpc.Frame frame) {
        return switch (frame) {
            case JsonRpc.Frame.Result result -> result.id() == id;
            case JsonRpc.Frame.Failed failed -> failed.id() == id;
            case JsonRpc.Frame.Request request -> {
                if (serverRequests.incrementAndGet() > MOST_SERVER_REQUESTS) {
                    throw new McpException(Kind.UNREADABLE, "The server sends too many requests");
                }
                onRequest.accept(request);
                yield false;
            }
            case JsonRpc.Frame.Notification notification -> {
                onNotification.accept(notification.method());
                yield false;
            }
            case JsonRpc.Frame.Malformed malformed -> false;
        };
    }

    private static Uni<JsonNode> toUni(JsonRpc.@Nullable Frame frame) {
        if (frame == null) {
            return missing();
        }
        return switch (frame) {
            case JsonRpc.Frame.Result result -> Uni.createFrom().item(result.result());
            case JsonRpc.Frame.Failed failed -> Uni.createFrom().failure(failed.why());
            default -> missing();
        };
    }

    private static Uni<JsonNode> missing() {
        return Uni.createFrom()
                .failure(new McpException(Kind.UNREADABLE, "The server sent no response to the request"));
    }
}
