package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.egress.http.Outbound;
import dev.agenthost.egress.http.OutboundAnswer;
import dev.agenthost.egress.http.OutboundCall;
import dev.agenthost.egress.http.Reached;
import dev.agenthost.egress.http.TooLargeException;
import dev.agenthost.orchestrator.secret.Scrubbed;
import dev.agenthost.orchestrator.secret.Secrecy;
import dev.agenthost.orchestrator.stream.ServerSentEvents;
import dev.agenthost.orchestrator.tool.mcp.McpFailure.Kind;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A session by streamable HTTP, over the one way out. Each question is a POST, whose answer is JSON or a stream of events. */
final class HttpLink implements McpLink {
    /** Bytes of one answer, with all that is said on the way to it. */
    static final int MOST = 2 * 1024 * 1024;

    private static final int MOST_OF_A_REFUSAL = 16 * 1024;
    private static final Duration REFUSING = Duration.ofSeconds(2);
    private static final Duration ASIDE = Duration.ofSeconds(5);
    private static final String SESSION = "Mcp-Session-Id";
    private static final Pattern SESSION_ID = Pattern.compile("[\\x21-\\x7e]{1,512}");

    private final Outbound outbound;
    private final String url;
    private final Map<String, String> headers;
    private final Secrecy secrecy;
    private final Consumer<String> noticed;
    private final AtomicLong ids = new AtomicLong();
    private volatile @Nullable String session;
    private volatile @Nullable String version;
    private volatile boolean over;

    /** @param headers with the secrets in them */
    HttpLink(Outbound outbound, String url, Map<String, String> headers, Secrecy secrecy, Consumer<String> noticed) {
        this.outbound = outbound;
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.secrecy = secrecy;
        this.noticed = noticed;
    }

    @Override
    public Uni<JsonNode> ask(String method, ObjectNode params, Duration limit) {
        long id = ids.incrementAndGet();
        AtomicBoolean forgotten = new AtomicBoolean();
        return Uni.createFrom()
                .deferred(() -> post(JsonRpc.request(id, method, params), limit))
                .chain(answer -> answered(answer, id, limit))
                .ifNoItem()
                .after(limit)
                .fail()
                .onFailure()
                .transform(HttpLink::failure)
                .onFailure(why -> ((McpFailure) why).kind() == Kind.TOO_LATE)
                .invoke(() -> forget(method, id, forgotten))
                .onCancellation()
                .invoke(() -> forget(method, id, forgotten));
    }

    /** The first question of a session is never cancelled: without its answer there is none. */
    private void forget(String method, long id, AtomicBoolean forgotten) {
        if (!method.equals(McpClient.INITIALIZE) && forgotten.compareAndSet(false, true)) {
            aside(JsonRpc.cancelled(id));
        }
    }

    @Override
    public Uni<Void> tell(String method, ObjectNode params) {
        return post(JsonRpc.notification(method, params), ASIDE)
                .invoke(OutboundAnswer::drop)
                .replaceWithVoid()
                .onFailure()
                .recoverWithNull();
    }

    @Override
    public void speak(String spoken) {
        version = spoken;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public boolean hasDied() {
        return false;
    }

    /** A server forgets sessions by itself. */
    @Override
    public void close() {
        over = true;
    }

    private void aside(ObjectNode frame) {
        post(frame, ASIDE).subscribe().with(OutboundAnswer::drop, unheard -> {});
    }

    private Uni<OutboundAnswer> post(ObjectNode frame, Duration limit) {
        return outbound.call(new OutboundCall(url, headers(), ProtocolCodec.encode(frame), limit))
                .map(reached -> switch (reached) {
                    case Reached.Answered(OutboundAnswer answer) -> answer;
                    case Reached.Invalid(String why) ->
                        throw new McpFailure(Kind.MISCONFIGURED, "The server's address may not be called: " + why);
                    case Reached.Forbidden(String why) ->
                        throw new McpFailure(Kind.MISCONFIGURED, "The server's address may not be called: " + why);
                    case Reached.Unreachable nobody ->
                        throw new McpFailure(Kind.UNREACHABLE, "The server cannot be reached");
                });
    }

    private Map<String, String> headers() {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.put("User-Agent", "agent-host");
        String known = session;
        if (known != null) {
            all.put(SESSION, known);
        }
        String spoken = version;
        if (spoken != null) {
            all.put("MCP-Protocol-Version", spoken);
        }
        return all;
    }

    private Uni<JsonNode> answered(OutboundAnswer answer, long id, Duration limit) {
        if (answer.status() == 404 && session != null) {
            over = true;
            answer.drop();
            return failed(Kind.SESSION_GONE, "The server does not know the session any more");
        }
        if (answer.status() / 100 != 2) {
            return refused(answer);
        }
        String given = answer.header(SESSION);
        if (given != null && session == null && SESSION_ID.matcher(given).matches()) {
            session = given;
        }
        String type =
                Objects.requireNonNullElse(answer.header("Content-Type"), "").toLowerCase(Locale.ROOT);
        if (type.startsWith("text/event-stream")) {
            return events(answer, id, limit);
        }
        return answer.body(MOST, limit)
                .map(body -> JsonRpc.read(secrecy.without(new String(body, StandardCharsets.UTF_8))))
                .chain(frames -> Multi.createFrom()
                        .iterable(frames)
                        .select()
                        .where(frame -> isFor(frame, id))
                        .toUni())
                .chain(HttpLink::said);
    }

    private Uni<JsonNode> events(OutboundAnswer answer, long id, Duration limit) {
        ServerSentEvents parser = new ServerSentEvents();
        AtomicInteger size = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        Multi<String> complete = answer.pieces(limit, done::get)
                .invoke(piece -> {
                    if (size.addAndGet(piece.length) > MOST) {
                        throw new McpFailure(Kind.TOO_LARGE, "The server's answer is too large");
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
                .transformToIterable(data -> JsonRpc.read(secrecy.without(data)))
                .select()
                .where(frame -> {
                    boolean isIt = isFor(frame, id);
                    done.compareAndSet(false, isIt);
                    return isIt;
                })
                .toUni()
                .onFailure()
                .invoke(answer::reset)
                .chain(HttpLink::said);
    }

    /** What is not the answer is heard on the way. */
    private boolean isFor(JsonRpc.Frame frame, long id) {
        return switch (frame) {
            case JsonRpc.Frame.Result result -> result.id() == id;
            case JsonRpc.Frame.Failed failed -> failed.id() == id;
            case JsonRpc.Frame.Asks asks -> {
                aside(JsonRpc.answer(asks));
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
            return failed(Kind.UNREADABLE, "The server's answer is none to what it was asked");
        }
        return switch (frame) {
            case JsonRpc.Frame.Result result -> Uni.createFrom().item(result.result());
            case JsonRpc.Frame.Failed failed -> Uni.createFrom().failure(failed.why());
            default -> failed(Kind.UNREADABLE, "The server's answer is none to what it was asked");
        };
    }

    private Uni<JsonNode> refused(OutboundAnswer answer) {
        return answer.body(MOST_OF_A_REFUSAL, REFUSING)
                .map(body -> Scrubbed.of(secrecy.without(new String(body, StandardCharsets.UTF_8)), null))
                .onFailure()
                .recoverWithItem("")
                .chain(said -> failed(
                        Kind.REFUSED, "The server answered " + answer.status() + (said.isEmpty() ? "" : ": " + said)));
    }

    private static Uni<JsonNode> failed(Kind kind, String why) {
        return Uni.createFrom().failure(new McpFailure(kind, why));
    }

    private static McpFailure failure(Throwable why) {
        if (why instanceof McpFailure known) {
            return known;
        }
        if (why instanceof TimeoutException || why instanceof io.smallrye.mutiny.TimeoutException) {
            return new McpFailure(Kind.TOO_LATE, "The server took too long");
        }
        if (why instanceof TooLargeException || why instanceof ServerSentEvents.TooLarge) {
            return new McpFailure(Kind.TOO_LARGE, "The server's answer is too large");
        }
        return new McpFailure(Kind.DIED, "The server's answer broke off");
    }
}
