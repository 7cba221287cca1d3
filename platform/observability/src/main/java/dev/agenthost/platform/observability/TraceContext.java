package dev.agenthost.platform.observability;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The content of a W3C {@code traceparent}.
 *
 * @param traceId 32 hexadecimal digits, the same from the inbound record to the delivery
 * @param parentId of the parent span, 16 hexadecimal digits
 */
public record TraceContext(String traceId, String parentId) {
    private static final Pattern TRACEPARENT =
            Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}");

    /** Returns the context; null for an invalid header. */
    public static @Nullable TraceContext of(@Nullable String traceparent) {
        Matcher parts = TRACEPARENT.matcher(traceparent == null ? "" : traceparent);
        return parts.matches() ? new TraceContext(parts.group(1), parts.group(2)) : null;
    }
}
