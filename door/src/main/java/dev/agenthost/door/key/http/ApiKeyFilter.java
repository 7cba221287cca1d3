package dev.agenthost.door.key.http;

import dev.agenthost.door.key.Admission;
import dev.agenthost.door.key.KeyRing;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Lets in or refuses before a body is read. {@code /api} needs an API key, {@code /internal} the key between services; other
 * paths (health, pages) are not this filter's concern. It runs before a resource is matched, so that nobody without a key learns
 * which paths and methods there are.
 */
public class ApiKeyFilter {

    private final KeyRing keys;
    private final Caller caller;

    ApiKeyFilter(KeyRing keys, Caller caller) {
        this.keys = keys;
        this.caller = caller;
    }

    @ServerRequestFilter(preMatching = true, priority = Priorities.AUTHENTICATION)
    public void check(ContainerRequestContext request) {
        String path = request.getUriInfo().getPath();
        String authorization = request.getHeaderString(HttpHeaders.AUTHORIZATION);
        if (isUnder(path, "internal")) {
            if (!keys.opensInternal(authorization)) {
                throw refused("The key between services is needed.");
            }
        } else if (isUnder(path, "api")) {
            switch (keys.admit(authorization)) {
                case Admission.Admitted(String name, String workspace) -> caller.enteredWith(name, workspace);
                case Admission.NoKey() -> throw refused("An API key is needed: Authorization: Bearer <key>.");
                case Admission.WrongKey() -> throw refused("This API key opens nothing.");
            }
        }
    }

    private static ProblemException refused(String why) {
        return new ProblemException(FailureCode.UNAUTHORIZED, why, null);
    }

    private static boolean isUnder(String path, String folder) {
        String relative = path.startsWith("/") ? path.substring(1) : path;
        return relative.equals(folder) || relative.startsWith(folder + "/");
    }
}
