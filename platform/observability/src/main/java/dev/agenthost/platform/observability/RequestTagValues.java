package dev.agenthost.platform.observability;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Labels of a request from a closed set: an invented address or method never becomes a label. */
public final class RequestTagValues {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    /** For everything that names no endpoint of ours and was not refused, and for made-up methods. */
    public static final String OTHER = "OTHER";

    private static final Pattern PARAMETER = Pattern.compile(":(\\w+)");

    private RequestTagValues() {}

    /** The template of a route with parameters in Vert.x' words; null where it has none, and may lead anywhere. */
    public static @Nullable String template(@Nullable String route) {
        return route == null || !route.contains(":")
                ? null
                : PARAMETER.matcher(route).replaceAll("{$1}");
    }

    /** @param template of the endpoint that took the request, {@code /api/v1/runs/{run_id}}; null where none did */
    public static String uri(@Nullable String template, int status) {
        if (template != null) {
            return template;
        }
        return status == 404 ? "NOT_FOUND" : status >= 400 ? "REFUSED" : OTHER;
    }

    /** The method, where HTTP knows it. */
    public static String method(String said) {
        return METHODS.contains(said) ? said : OTHER;
    }
}
