package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses an empty cursor or filter: an empty cursor counts as none, and its caller would get the first page again, without end. */
public class EmptyParameterFilter {
    private static final List<String> NEVER_EMPTY = List.of("cursor", "run_id", "kind", "event_type", "status");

    @ServerRequestFilter(priority = Priorities.USER)
    public void check(ContainerRequestContext request) {
        var given = request.getUriInfo().getQueryParameters();
        for (String name : NEVER_EMPTY) {
            List<String> values = given.get(name);
            if (values != null && values.stream().anyMatch(value -> value == null || value.isEmpty())) {
                throw new ProblemException(FailureCode.INVALID_ARGUMENT, name + " is empty.", name);
            }
        }
    }
}
