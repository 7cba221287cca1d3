package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
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
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Refuses bodies over {@code agenthost.http.max-body-size}, or else {@code quarkus.http.limits.max-body-size}, with a problem body; Quarkus
 * itself responds with 413 alone. A body that declares its length is refused unread, any other once its read bytes exceed the limit. All
 * others are read when there is memory for them ({@link BodyAdmission}). Below the paths of {@code agenthost.http.streamed-paths} the limit
 * is that of Quarkus: the reader of the body counts its bytes.
 */
@ApplicationScoped
@Provider
public class BodySizeLimiter implements ReaderInterceptor {

    /** Just before and just after {@code RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT}. */
    private static final int BEFORE_QUARKUS_LIMIT = -3;

    private static final int AFTER_QUARKUS_LIMIT = -1;

    /** The limit of Quarkus if none is configured, in bytes. */
    private static final long DEFAULT_LIMIT = 10 * 1024 * 1024;

    private static final Set<HttpMethod> WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    private static final String INTERNAL = "/internal/";

    private final UriInfo uri;
    private final long limit;

    private final List<String> streamed;
    private final RequestAuthenticator readers;
    private final BodyAdmission admission;

    /** @param uri of the current request */
    BodySizeLimiter(
            UriInfo uri,
            RequestAuthenticator readers,
            BodyAdmission admission,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") Optional<MemorySize> limit,
            @ConfigProperty(name = "agenthost.http.max-body-size") Optional<MemorySize> own,
            @ConfigProperty(name = "agenthost.http.streamed-paths") Optional<List<String>> streamed) {
        this.uri = uri;
        this.readers = readers;
        this.admission = admission;
        this.limit = own.or(() -> limit).map(MemorySize::asLongValue).orElse(DEFAULT_LIMIT);
        this.streamed = streamed.orElse(List.of());
    }

    void install(@Observes Router router) {
        router.route().order(BEFORE_QUARKUS_LIMIT).handler(this::checkToldLength);
        // Quarkus would end the response during the read, when no body can be added.
        router.route("/api/*").order(AFTER_QUARKUS_LIMIT).handler(BodySizeLimiter::leaveCountingToUs);
        router.route("/internal/*").order(AFTER_QUARKUS_LIMIT).handler(BodySizeLimiter::leaveCountingToUs);
    }

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext reading) throws IOException {
        String encoding = reading.getHeaders().getFirst("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new WebApplicationException(ProblemResponse.builder(HttpProblems.encoded())
                    .header("Accept-Encoding", "identity")
                    .build());
        }
        if (isStreamed(uri.getPath())) {
            return reading.proceed();
        }
        admission.arrived();
        reading.setInputStream(new SizeLimitedInputStream(
                reading.getInputStream(),
                limit,
                () -> new WebApplicationException(ProblemResponse.of(HttpProblems.tooLarge(limit, null)))));
        return reading.proceed();
    }

    private void checkToldLength(RoutingContext request) {
        String length = request.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || isStreamed(request.normalizedPath()) || !isOver(length)) {
            admit(request, length);
            return;
        }
        Problem problem = HttpProblems.tooLarge(limit, size(length));
        request.response()
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(ProblemResponse.body(problem))
                .onComplete(done -> LingeringClose.of(request.request(), request.vertx()));
    }

    /** A body at another path, or without a valid key, is not read. */
    private void admit(RoutingContext request, @Nullable String length) {
        if (mayHaveBody(request.request(), length)
                && isKeyed(request)
                && !isStreamed(request.normalizedPath())
                && isAdmitted(request)) {
            admission.admit(request, length == null ? limit : Long.parseLong(length));
        } else {
            request.next();
        }
    }

    /** HTTP/2 has bodies that no header announces. */
    private static boolean mayHaveBody(HttpServerRequest request, @Nullable String length) {
        return length != null
                || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null
                || request.version() == HttpVersion.HTTP_2 && WITH_BODY.contains(request.method());
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
