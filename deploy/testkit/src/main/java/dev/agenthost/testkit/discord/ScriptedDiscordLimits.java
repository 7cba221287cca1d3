package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The rate limits of {@link ScriptedDiscord}: a bucket for each route, and for each channel of it
 * (https://docs.discord.com/developers/topics/rate-limits). How many calls a bucket has is not documented, and so set by the test.
 */
final class ScriptedDiscordLimits {
    private final Map<String, Window> windows = new HashMap<>();
    private int most = 1_000_000;
    private double seconds = 5;

    private record Window(long endsAt, int used) {}

    synchronized void limit(int calls, double within) {
        most = calls;
        seconds = within;
        windows.clear();
    }

    /**
     * Writes the headers of a call, and returns the seconds to wait; 0 for a call that is permitted.
     *
     * @param route method and path with the id of the channel
     */
    synchronized double take(String route, Headers headers) {
        long now = System.nanoTime();
        Window window = windows.get(route);
        if (window == null || now >= window.endsAt()) {
            window = new Window(now + (long) (seconds * 1e9), 0);
        }
        boolean isPermitted = window.used() < most;
        Window next = isPermitted ? new Window(window.endsAt(), window.used() + 1) : window;
        windows.put(route, next);
        double reset = (next.endsAt() - now) / 1e9;
        headers.set("X-RateLimit-Limit", Integer.toString(most));
        headers.set("X-RateLimit-Remaining", Integer.toString(most - next.used()));
        headers.set("X-RateLimit-Reset-After", text(reset));
        headers.set("X-RateLimit-Bucket", bucket(route));
        return isPermitted ? 0 : reset;
    }

    /** Returns the body of an answer with 429, and writes its headers. */
    static byte[] refusal(double seconds, String scope, Headers headers) {
        boolean isGlobal = scope.equals("global");
        headers.set("Retry-After", Long.toString((long) Math.ceil(seconds)));
        if (scope.isEmpty()) {
            return "<html>error code: 1015</html>".getBytes(StandardCharsets.UTF_8);
        }
        headers.set("X-RateLimit-Scope", scope);
        if (isGlobal) {
            headers.set("X-RateLimit-Global", "true");
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("message", "You are being rate limited.")
                .put("retry_after", seconds)
                .put("global", isGlobal)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The name of a bucket does not contain the channel. */
    private static String bucket(String route) {
        return Integer.toHexString(route.replaceAll("[0-9]{3,}", "id").hashCode());
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
