package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.security.ApiKeyRegistry;
import dev.agenthost.platform.security.AuthenticationResult;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/**
 * Admits or refuses a request before its body is read. {@code /api} needs an API key, {@code /internal} the key between services; other
 * paths (health, pages) are not filtered. Runs before a resource is matched, so that a caller without a key cannot find paths and methods.
 * A matched method also needs its {@link RequiredRight}.
 */
public class ApiKeyFilter {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ApiKeyRegistry keys;
    private final RequestCaller caller;
    private final KeyRefusalAggregator refused;
    private final CurrentVertxRequest current;

    ApiKeyFilter(ApiKeyRegistry keys, RequestCaller caller, KeyRefusalAggregator refused, CurrentVertxRequest current) {
        this.keys = keys;
        this.caller = caller;
        this.refused = refused;
        this.current = current;
    }

    @ServerRequestFilter(preMatching = true, priority = Priorities.AUTHENTICATION)
    public @Nullable Uni<Void> check(ContainerRequestContext request) {
        String path = request.getUriInfo().getPath();
        String authorization = request.getHeaderString(HttpHeaders.AUTHORIZATION);
        if (isUnder(path, "internal")) {
            if (!keys.opensInternal(authorization)) {
                return after(
                        authorization == null ? null : refused.unknown(address(), requested(request)),
                        KeyProblems.NO_INTERNAL_KEY);
            }
        } else if (isUnder(path, "api")) {
            switch (keys.admit(authorization)) {
                case AuthenticationResult.Admitted admitted -> caller.enteredWith(admitted.key());
                case AuthenticationResult.NoKey() -> throw refused(KeyProblems.NO_KEY);
                case AuthenticationResult.WrongKey() -> {
                    return after(refused.unknown(address(), requested(request)), KeyProblems.WRONG_KEY);
                }
                case AuthenticationResult.StillReading() ->
                    throw new ProblemException(KeyProblems.STILL_READING, RETRY_AFTER);
            }
        }
        return null;
    }

    /** Decides by role and method alone, before any other part of the request is read; refuses a method that names no right. */
    @ServerRequestFilter(priority = Priorities.AUTHORIZATION)
    public @Nullable Uni<Void> checkRight(ContainerRequestContext request, ResourceInfo resource) {
        RequiredRight needs = resource.getResourceMethod().getAnnotation(RequiredRight.class);
        if (needs == null ? isUnder(request.getUriInfo().getPath(), "api") : !caller.may(needs.value())) {
            return after(
                    refused.forbidden(caller.key(), address(), requested(request)),
                    KeyProblems.forbidden(caller.key()));
        }
        return null;
    }

    /** Refuses once the refusal is recorded. An admitted request is not suspended: its filters return null. */
    private static Uni<Void> after(@Nullable Uni<Void> recorded, Problem problem) {
        if (recorded == null) {
            throw refused(problem);
        }
        return recorded.onItem().failWith(() -> refused(problem));
    }

    private static ProblemException refused(Problem problem) {
        return new ProblemException(problem, null);
    }

    private String address() {
        RoutingContext routing = current.getCurrent();
        return SourceAddress.of(routing == null ? null : routing.request());
    }

    private static String requested(ContainerRequestContext request) {
        return request.getMethod() + " " + request.getUriInfo().getPath();
    }

    private static boolean isUnder(String path, String folder) {
        String relative = path.startsWith("/") ? path.substring(1) : path;
        return relative.equals(folder) || relative.startsWith(folder + "/");
    }
}
