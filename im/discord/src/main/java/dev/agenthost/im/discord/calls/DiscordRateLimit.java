package dev.agenthost.im.discord.calls;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rate limit that the headers of an answer state
 * (https://docs.discord.com/developers/topics/rate-limits#header-format-rate-limit-header-examples).
 *
 * @param bucket of the route; null for the limit of all routes
 * @param limit calls in the time of the bucket; null if it is not stated
 * @param remaining calls that are left; null if it is not stated
 * @param resetAfter until all calls are there again; null if it is not stated
 * @param scope of a call too many: {@code user}, {@code shared} (of the resource, for all applications) or {@code global}; else null
 */
public record DiscordRateLimit(
        @Nullable String bucket,
        @Nullable Integer limit,
        @Nullable Integer remaining,
        @Nullable Duration resetAfter,
        @Nullable String scope) {
    /** The limit of an answer without such headers. */
    public static final DiscordRateLimit NONE = new DiscordRateLimit(null, null, null, null, null);

    private static final double LONGEST_SECONDS = 86_400;

    /** The headers of an answer. */
    @FunctionalInterface
    public interface Headers {
        /** Returns the value of a header; null for none. */
        @Nullable
        String value(String name);
    }

    /** Reads the headers. A value that is none of the platform reads as absent. */
    public static DiscordRateLimit read(Headers headers) {
        String scope = headers.value("X-RateLimit-Scope");
        boolean isGlobal = "true".equalsIgnoreCase(headers.value("X-RateLimit-Global"));
        return new DiscordRateLimit(
                word(headers.value("X-RateLimit-Bucket")),
                count(headers.value("X-RateLimit-Limit")),
                count(headers.value("X-RateLimit-Remaining")),
                seconds(headers.value("X-RateLimit-Reset-After")),
                isGlobal ? "global" : word(scope));
    }

    /**
     * Returns true if the limit is that of all calls of the bot. A refusal that names neither bucket nor scope does not come from the API,
     * but from the network before it, which refuses the address (https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans).
     */
    public boolean isGlobal() {
        return "global".equals(scope) || scope == null && bucket == null;
    }

    /** Returns true if no further call of the bucket may be made until it is reset. */
    public boolean isExhausted() {
        return remaining != null && remaining == 0;
    }

    private static @Nullable String word(@Nullable String value) {
        return value != null && value.matches("[A-Za-z0-9_:.-]{1,100}") ? value : null;
    }

    private static @Nullable Integer count(@Nullable String value) {
        return value != null && value.matches("[0-9]{1,9}") ? Integer.valueOf(value) : null;
    }

    private static @Nullable Duration seconds(@Nullable String value) {
        if (value == null || !value.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            return null;
        }
        double seconds = Math.min(Double.parseDouble(value), LONGEST_SECONDS);
        return Duration.ofMillis((long) Math.ceil(seconds * 1000));
    }
}
