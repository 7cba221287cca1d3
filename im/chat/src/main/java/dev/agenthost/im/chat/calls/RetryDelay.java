package dev.agenthost.im.chat.calls;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time to wait that a platform asks for. */
public final class RetryDelay {
    private static final Duration DEFAULT = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private RetryDelay() {}

    /** @param seconds value of the header; null for none. Without a positive number the delay is a second, and it is at most an hour */
    public static Duration read(@Nullable String seconds) {
        if (seconds == null || !seconds.strip().matches("\\d{1,6}")) {
            return DEFAULT;
        }
        return bounded(Duration.ofSeconds(Long.parseLong(seconds.strip())));
    }

    /** @param seconds also with a fraction, which is rounded up to milliseconds. The bounds are those of {@link #read} */
    public static Duration of(double seconds) {
        return Double.isFinite(seconds) && seconds > 0 && seconds <= LONGEST.toSeconds()
                ? bounded(Duration.ofMillis((long) Math.ceil(seconds * 1000)))
                : seconds > LONGEST.toSeconds() ? LONGEST : DEFAULT;
    }

    private static Duration bounded(Duration asked) {
        if (asked.isZero()) {
            return DEFAULT;
        }
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }
}
