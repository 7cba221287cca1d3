package dev.agenthost.door.problem.http;

import dev.agenthost.door.problem.Problem;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Says what Quarkus would say without a body: that a request's is too large ({@code quarkus.http.limits.max-body-size}). Stands just
 * before Quarkus' own check, which still guards bodies that do not tell their length.
 */
@ApplicationScoped
class BodyLimit {

    /** One before {@code RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT}. */
    private static final int BEFORE_QUARKUS_LIMIT = -3;

    private final long limit;

    BodyLimit(@ConfigProperty(name = "quarkus.http.limits.max-body-size") Optional<MemorySize> limit) {
        this.limit = limit.map(MemorySize::asLongValue).orElse(Long.MAX_VALUE);
    }

    void install(@Observes Router router) {
        router.route().order(BEFORE_QUARKUS_LIMIT).handler(this::check);
    }

    private void check(RoutingContext request) {
        String length = request.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || !isOver(length)) {
            request.next();
            return;
        }
        Problem problem = WebProblem.of(413);
        request.response()
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(ProblemResponse.body(problem))
                .onComplete(done -> request.request().connection().close());
    }

    private boolean isOver(String length) {
        try {
            return Long.parseLong(length) > limit;
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
