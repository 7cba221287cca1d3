package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.MemberNames;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses a query parameter that the method does not have: a mistyped filter would otherwise be ignored. Events accept any. */
public class UnknownParameterFilter {

    @ServerRequestFilter(priority = Priorities.USER)
    public void check(ContainerRequestContext request, ResourceInfo resource) {
        Set<String> given = request.getUriInfo().getQueryParameters().keySet();
        Method method = resource.getResourceMethod();
        RequiredRight needs = method.getAnnotation(RequiredRight.class);
        if (given.isEmpty() || needs == null || needs.value() == AccessRight.SAY) {
            return;
        }
        known(method).ifPresent(known -> given.stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new ProblemException(
                            FailureCode.INVALID_ARGUMENT,
                            name + " is an unknown parameter" + MemberNames.suggestion(name, known) + ".",
                            name);
                }));
    }

    /** Returns the parameter names that the method reads; empty if they cannot be determined. */
    private static Optional<Set<String>> known(Method method) {
        Set<String> known = new TreeSet<>();
        for (Parameter parameter : method.getParameters()) {
            QueryParam query = parameter.getAnnotation(QueryParam.class);
            if (query != null) {
                known.add(query.value());
            }
            if (parameter.isAnnotationPresent(BeanParam.class)) {
                int before = known.size();
                for (Field field : parameter.getType().getDeclaredFields()) {
                    QueryParam member = field.getAnnotation(QueryParam.class);
                    if (member != null) {
                        known.add(member.value());
                    }
                }
                if (known.size() == before) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(known);
    }
}
