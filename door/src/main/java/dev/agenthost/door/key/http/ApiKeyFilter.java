package dev.agenthost.door.key.http;

import dev.agenthost.door.key.Admission;
import dev.agenthost.door.key.KeyRing;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Lets in or refuses before a body is read. {@code /api} needs an API key unless the resource is a {@link PublicPath};
 * {@code /internal} needs the key between services; other paths (health, pages) are not this filter's concern.
 */
public class ApiKeyFilter {

    private final KeyRing keys;
    private final Caller caller;

    ApiKeyFilter(KeyRing keys, Caller caller) {
        this.keys = keys;
        this.caller = caller;
    }

    /** Runs before the body is read, for every resource that matched. */
    @ServerRequestFilter(priority = Priorities.AUTHENTICATION)
    public void check(ContainerRequestContext request, ResourceInfo resource) {
        String path = request.getUriInfo().getPath();
        String authorization = request.getHeaderString(HttpHeaders.AUTHORIZATION);
        if (isUnder(path, "internal")) {
            if (!keys.opensInternal(authorization)) {
                throw refused("The key between services is needed.");
            }
        } else if (isUnder(path, "api")) {
            switch (keys.admit(authorization)) {
                case Admission.Admitted(String name, String workspace) -> caller.enteredWith(name, workspace);
                case Admission.NoKey() ->
                    refuseUnlessPublic(resource, "An API key is needed: Authorization: Bearer <key>.");
                case Admission.WrongKey() -> refuseUnlessPublic(resource, "This API key opens nothing.");
            }
        }
    }

    private static void refuseUnlessPublic(ResourceInfo resource, String why) {
        if (!resource.getResourceMethod().isAnnotationPresent(PublicPath.class)
                && !resource.getResourceClass().isAnnotationPresent(PublicPath.class)) {
            throw refused(why);
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
