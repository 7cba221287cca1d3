package dev.agenthost.local.front;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The table of paths and services: that of docs/contracts.md and of an ingress in Kubernetes.
 *
 * <p>The matching pattern with the most segments wins; {@code *} stands for any one segment.
 */
public record Routes(List<Route> table) {
    /**
     * A pattern and its service, which is empty if the path is not served.
     *
     * @param segments of the pattern, which every request is compared with
     */
    public record Route(String pattern, Optional<String> service, List<String> segments) {
        public Route(String pattern, Optional<String> service) {
            this(pattern, service, Paths.segments(pattern));
        }

        static Route to(String pattern, String service) {
            return new Route(pattern, Optional.of(service));
        }

        static Route nowhere(String pattern) {
            return new Route(pattern, Optional.empty());
        }
    }

    /** The routes for people, programs and runners. */
    public static final Routes OUTSIDE = new Routes(List.of(
            Route.to("/api/v1/events", "event-gateway"),
            Route.to("/api/v1/dead-letters", "event-gateway"),
            Route.to("/webhooks", "event-gateway"),
            Route.to("/api/v1/agents", "binding-resolver"),
            Route.to("/api/v1/bindings", "binding-resolver"),
            Route.to("/api/v1/bots", "binding-resolver"),
            Route.to("/api/v1/schedules", "binding-resolver"),
            Route.to("/api/v1/apply", "binding-resolver"),
            Route.to("/api/v1/import", "binding-resolver"),
            Route.to("/api/v1/keys", "binding-resolver"),
            Route.to("/api/v1/resolutions", "binding-resolver"),
            Route.to("/api/v1/runs", "run-orchestrator"),
            Route.to("/api/v1/projections", "run-orchestrator"),
            Route.to("/api/v1/runners", "run-orchestrator"),
            Route.to("/api/v1/models", "run-orchestrator"),
            Route.to("/api/v1/mcp-servers", "run-orchestrator"),
            Route.to("/runner/ws", "run-orchestrator"),
            Route.to("/api/v1/runs/*/stream", "delivery-service"),
            Route.to("/api/v1/bots/*/health", "delivery-service"),
            Route.to("/api/v1/workspaces", "context-store"),
            Route.to("/api/v1/artifacts", "context-store"),
            Route.to("/api/v1/uploads", "context-store"),
            Route.to("/signed", "context-store"),
            Route.to("/api/v1/files", "context-store"),
            Route.to("/api/v1/skills", "context-store"),
            Route.to("/api/v1/retention", "context-store"),
            Route.to("/api/v1/search-settings", "context-store"),
            Route.to("/api/v1/erasures", "context-store"),
            Route.to("/api/v1/audit", "context-store"),
            Route.to("/api/v1/conversations", "context-store"),
            Route.to("/api/v1/transcript", "context-store"),
            Route.to("/api/v1/knowledge-bases", "context-store"),
            Route.to("/openapi/event-gateway", "event-gateway"),
            Route.to("/openapi/binding-resolver", "binding-resolver"),
            Route.to("/openapi/run-orchestrator", "run-orchestrator"),
            Route.to("/openapi/context-store", "context-store"),
            Route.nowhere("/internal"),
            Route.nowhere("/q"),
            Route.to("/", "delivery-service")));

    /** The routes between services, on a listener of their own: in Kubernetes their Services. */
    public static final Routes INSIDE = new Routes(List.of(
            Route.to("/internal", "context-store"),
            Route.to("/internal/v1/button-presses", "run-orchestrator"),
            Route.to("/internal/v1/question-forms", "run-orchestrator"),
            Route.to("/internal/v1/takeover-commands", "delivery-service"),
            Route.to("/internal/v1/onebot", "event-gateway"),
            Route.to("/internal/v1/bots", "event-gateway")));

    public Routes {
        table = List.copyOf(table);
    }

    /** All services in the table. */
    Set<String> services() {
        return table.stream().flatMap(route -> route.service().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** The service for a path of a request line, without its query. */
    public Optional<String> service(String rawPath) {
        var path = Paths.canonical(rawPath);
        return table.stream()
                .filter(route -> Paths.startsWith(path, route.segments()))
                .max(Comparator.comparingInt(route -> route.segments().size()))
                .flatMap(Route::service);
    }
}
