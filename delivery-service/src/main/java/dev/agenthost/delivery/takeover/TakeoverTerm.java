package dev.agenthost.delivery.takeover;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The end of a takeover: each has one, so that a forgotten takeover does not silence a bot for good. */
public final class TakeoverTerm {
    /** The term of a takeover without {@code until}. */
    public static final Duration USUAL = Duration.ofHours(1);

    public static final Duration LONGEST = Duration.ofDays(7);

    private TakeoverTerm() {}

    /**
     * Returns the end of a takeover that begins now.
     *
     * @throws InvalidFieldException for an end that is not in the future, or too far
     */
    public static Instant end(@Nullable Instant until, Instant now) {
        if (until == null) {
            return now.plus(USUAL).truncatedTo(ChronoUnit.MILLIS);
        }
        if (!until.isAfter(now)) {
            throw new InvalidFieldException("until", "must be in the future");
        }
        if (until.isAfter(now.plus(LONGEST))) {
            throw new InvalidFieldException("until", "must be at most " + LONGEST.toDays() + " days from now");
        }
        return until.truncatedTo(ChronoUnit.MILLIS);
    }
}
