package dev.agenthost.door.problem.http;

import dev.agenthost.door.problem.Problem;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Refuses bodies over {@code agenthost.http.max-body-size}, or else {@code quarkus.http.limits.max-body-size}, with a problem body; Quarkus itself would say 413 and nothing
 * else. A body that tells its length is refused unread, one that does not when it has been read that far. Below
 * the paths of {@code agenthost.http.streamed} a body is as large as Quarkus lets it be: whoever reads there counts himself.
 */
@ApplicationScoped
@Provider
public class BodyLimit implements ReaderInterceptor {

    /** Just before and just after {@code RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT}. */
    private static final int BEFORE_QUARKUS_LIMIT = -3;

    private static final int AFTER_QUARKUS_LIMIT = -1;

    /** Bytes of a body that is read at once. */
    private static final int SMALL = 4 * 1024;
    /** Bytes counted for a body without a declared length. */
    private static final long UNTOLD = 1024 * 1024;
    /** Divisor for a body between our services, which consists of few, long values. */
    private static final int OURS = 8;
    /** Milliseconds after which a body surely was read. */
    private static final long LONGEST_HOLD = 10_000;

    private static final long LONGEST_HOLD_OF_STRANGERS = 2_000;

    private static final String INTERNAL = "/internal/";

    private final UriInfo uri;
    private final long limit;

    private final List<String> streamed;
    private final BodyReaders readers;
    /** Memory for bodies with a key; webhook bodies without a key use {@link #ofStrangers}. */
    private final BodyMemory ofKeys = BodyMemory.ofHeap();

    private final BodyMemory ofStrangers = BodyMemory.ofHeap();

    /** @param uri of the request that is read */
    BodyLimit(
            UriInfo uri,
            BodyReaders readers,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") Optional<MemorySize> limit,
            @ConfigProperty(name = "agenthost.http.max-body-size") Optional<MemorySize> own,
            @ConfigProperty(name = "agenthost.http.streamed") Optional<List<String>> streamed) {
        this.uri = uri;
        this.readers = readers;
        this.limit = own.or(() -> limit).map(MemorySize::asLongValue).orElse(Long.MAX_VALUE);
        this.streamed = streamed.orElse(List.of());
    }

    void install(@Observes Router router) {
        router.route().order(BEFORE_QUARKUS_LIMIT).handler(this::checkToldLength);
        // Quarkus would end the response in the middle of the read, where nobody can add a body to it any more.
        router.route("/api/*").order(AFTER_QUARKUS_LIMIT).handler(BodyLimit::leaveCountingToUs);
        router.route("/internal/*").order(AFTER_QUARKUS_LIMIT).handler(BodyLimit::leaveCountingToUs);
    }

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext reading) throws IOException {
        String encoding = reading.getHeaders().getFirst("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new WebApplicationException(ProblemResponse.builder(WebProblem.encoded())
                    .header("Accept-Encoding", "identity")
                    .build());
        }
        if (isStreamed(uri.getPath())) {
            return reading.proceed();
        }
        reading.setInputStream(new CountedBody(
                reading.getInputStream(),
                limit,
                () -> new WebApplicationException(ProblemResponse.of(WebProblem.tooLarge(limit, null)))));
        return reading.proceed();
    }

    private void checkToldLength(RoutingContext request) {
        String length = request.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || isStreamed(request.normalizedPath()) || !isOver(length)) {
            whenThereIsRoom(request, length);
            return;
        }
        Problem problem = WebProblem.tooLarge(limit, size(length));
        request.response()
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(ProblemResponse.body(problem))
                .onComplete(done -> request.request().connection().close());
    }

    /** Leaves a body unread until this process has memory for it, with a key or without. */
    private void whenThereIsRoom(RoutingContext request, @Nullable String length) {
        long bytes = weight(request, length);
        boolean keyed = isKeyed(request);
        if (bytes == 0 || keyed && !isAdmitted(request)) {
            // Without a key nothing of it is read: it is refused before.
            request.next();
            return;
        }
        BodyMemory memory = keyed ? ofKeys : ofStrangers;
        request.request().pause();
        Context here = request.vertx().getOrCreateContext();
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean holds = new AtomicBoolean();
        Runnable giveBack = () -> {
            if (holds.compareAndSet(true, false)) {
                memory.giveBack(bytes);
            }
        };
        request.addEndHandler(ended -> {
            over.set(true);
            giveBack.run();
        });
        memory.take(bytes, () -> {
            holds.set(true);
            here.runOnContext(now -> {
                if (over.get()) {
                    giveBack.run();
                    return;
                }
                // An answer may go on for long after its question was read.
                request.vertx().setTimer(keyed ? LONGEST_HOLD : LONGEST_HOLD_OF_STRANGERS, timer -> giveBack.run());
                request.request().resume();
                request.next();
            });
        });
    }

    /** Bytes to account for; those of a caller that is one of our services are values, and no large trees. */
    private long weight(RoutingContext request, @Nullable String length) {
        String path = request.normalizedPath();
        boolean hasBody = length != null || request.request().getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
        if (!hasBody || isStreamed(path)) {
            return 0;
        }
        long bytes = length == null ? Math.min(limit, UNTOLD) : Long.parseLong(length);
        long weight = path.startsWith(INTERNAL) ? bytes / OURS : bytes;
        return weight <= SMALL ? 0 : weight;
    }

    private static boolean isKeyed(RoutingContext request) {
        String path = request.normalizedPath();
        return path.startsWith("/api/") || path.startsWith(INTERNAL);
    }

    private boolean isAdmitted(RoutingContext request) {
        return readers.admits(request.normalizedPath(), request.request().getHeader(HttpHeaders.AUTHORIZATION));
    }

    private static void leaveCountingToUs(RoutingContext request) {
        request.remove(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY);
        request.next();
    }

    private boolean isStreamed(String path) {
        return streamed.stream().anyMatch(folder -> path.startsWith(folder + "/"));
    }

    private boolean isOver(String length) {
        Long size = size(length);
        return size == null || size > limit;
    }

    private static @Nullable Long size(String length) {
        try {
            return Long.parseLong(length);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
