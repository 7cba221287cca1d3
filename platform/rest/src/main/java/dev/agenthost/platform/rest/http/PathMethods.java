package dev.agenthost.platform.rest.http;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.MediaType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.handlers.ClassRoutingHandler;
import org.jboss.resteasy.reactive.server.mapping.RequestMapper;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Finds the methods and types that a path accepts: RESTEasy refuses others without naming these. */
final class PathMethods {
    private PathMethods() {}

    /** Returns the methods of a path, sorted; HEAD for each GET. */
    static Set<String> of(ServerRequestContext request) {
        Set<String> methods = resources(request).map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
        if (methods.contains(HttpMethod.GET)) {
            methods.add(HttpMethod.HEAD);
        }
        methods.add(HttpMethod.OPTIONS);
        return methods;
    }

    /** Returns the media types that the path accepts with the request's method, sorted; empty if it accepts any. */
    static List<String> consumed(ServerRequestContext request) {
        String method = ((ResteasyReactiveRequestContext) request).getMethod();
        return resources(request)
                .filter(found -> found.getKey().equals(method))
                .map(found -> found.getValue().getConsumes())
                .flatMap(Collection::stream)
                .map(MediaType::toString)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns each resource method of the path, by its HTTP method. */
    private static Stream<Map.Entry<String, RuntimeResource>> resources(ServerRequestContext request) {
        ResteasyReactiveRequestContext context = (ResteasyReactiveRequestContext) request;
        var matched = new RequestMapper<>(context.getDeployment().getClassMappers()).map(context.getPath());
        if (matched == null) {
            return Stream.of();
        }
        String remaining = matched.remaining.isEmpty() ? "/" : matched.remaining;
        return Stream.of(matched.value.handlers)
                .filter(ClassRoutingHandler.class::isInstance)
                .map(handler -> ((ClassRoutingHandler) handler).getMappers())
                .flatMap(mappers -> mappers.entrySet().stream())
                .filter(mapper -> mapper.getKey() != null)
                .flatMap(mapper -> mapper.getValue().getTemplates().stream()
                        .map(template -> Map.entry(mapper.getKey(), template.value))
                        .filter(entry -> matches(mapper.getValue(), remaining, entry.getValue())));
    }

    private static boolean matches(RequestMapper<RuntimeResource> mapper, String path, RuntimeResource resource) {
        var match = mapper.map(path);
        while (match != null) {
            if (match.value == resource && (match.remaining.isEmpty() || match.remaining.equals("/"))) {
                return true;
            }
            match = mapper.continueMatching(path, match);
        }
        return false;
    }
}
