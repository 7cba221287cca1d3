package dev.agenthost.platform.observability;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Labels of a request from a closed set: an invented address or method never becomes a label. */
public final class RequestTagValues {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    /** The label of requests that match no endpoint and were not refused, and of unknown methods. */
    public static final String OTHER = "OTHER";

    private static final Pattern PARAMETER = Pattern.compile(":(\\w+)");

    private RequestTagValues() {}

    /** Returns the template of a route with parameters in Vert.x' form; null for a route without one, which may match any path. */
    public static @Nullable String template(@Nullable String route) {
        return route == null || !route.contains(":")
                ? null
                : PARAMETER.matcher(route).replaceAll("{$1}");
    }

    /** @param template of the endpoint of the request, {@code /api/v1/runs/{run_id}}; null without an endpoint */
    public static String uri(@Nullable String template, int status) {
        if (template != null) {
            return template;
        }
        return status == 404 ? "NOT_FOUND" : status >= 400 ? "REFUSED" : OTHER;
    }

    /** Returns the method if HTTP defines it. */
    public static String method(String value) {
        return METHODS.contains(value) ? value : OTHER;
    }
}
