package dev.agenthost.binding.schedule;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The times of a cron expression in a time zone.
 *
 * <ul>
 *   <li>Where the clock goes back, a fixed hour is one time, the first; an hour field that begins with {@code *} goes by the time that
 *       passes.
 *   <li>Where the clock goes forward, a fixed time that does not exist is the end of the gap.
 * </ul>
 */
public final class CronTimes {
    private static final int MAX_CHARS = 200;
    private static final int HOUR = 1;

    private final ExecutionTime execution;
    private final ZoneId zone;
    private final boolean hasFixedHour;

    private CronTimes(ExecutionTime execution, ZoneId zone, boolean hasFixedHour) {
        this.execution = execution;
        this.zone = zone;
        this.hasFixedHour = hasFixedHour;
    }

    /** @throws InvalidFieldException for {@code cron} or {@code time_zone} */
    public static CronTimes of(String cron, String timeZone) {
        if (!ZoneId.getAvailableZoneIds().contains(timeZone)) {
            throw new InvalidFieldException(
                    "time_zone", "must be a region of the tz database, such as Europe/Berlin or UTC");
        }
        CronTimes times = new CronTimes(
                ExecutionTime.forCron(parsed(cron)),
                ZoneId.of(timeZone),
                !cron.strip().split("\\s+")[HOUR].startsWith("*"));
        if (times.next(Instant.EPOCH).isEmpty()) {
            throw new InvalidFieldException("cron", "has no time: no such day exists");
        }
        return times;
    }

    private static Cron parsed(String cron) {
        if (cron.length() > MAX_CHARS) {
            throw new InvalidFieldException("cron", "is longer than " + MAX_CHARS + " characters");
        }
        try {
            return new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(cron);
        } catch (IllegalArgumentException wrong) {
            throw new InvalidFieldException(
                    "cron",
                    "must have the five fields minute, hour, day of month, month and day of week, such as 30 9 * * MON-FRI: "
                            + String.valueOf(wrong.getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse(""));
        }
    }

    /** Returns the first time after that instant; empty if there is none. */
    Optional<Instant> next(Instant after) {
        Optional<Instant> next = execution.nextExecution(after.atZone(zone)).map(ZonedDateTime::toInstant);
        return hasFixedHour ? skipped(after, next).or(() -> next) : next;
    }

    /** Returns the last time until that instant, if it is after the given one; else the given one. */
    Instant last(Instant first, Instant until) {
        ZonedDateTime minute = until.atZone(zone).truncatedTo(ChronoUnit.MINUTES);
        Instant last = execution.isMatch(minute)
                ? minute.toInstant()
                : execution.lastExecution(minute).map(ZonedDateTime::toInstant).orElse(first);
        return last.isAfter(first) ? last : first;
    }

    /** Returns the end of the first gap of the clock before the next time in which a time of the expression would lie. */
    private Optional<Instant> skipped(Instant after, Optional<Instant> next) {
        ZoneRules rules = zone.getRules();
        Instant from = after;
        while (true) {
            ZoneOffsetTransition transition = rules.nextTransition(from);
            if (transition == null
                    || next.isPresent() && !transition.getInstant().isBefore(next.get())) {
                return Optional.empty();
            }
            if (transition.isGap() && lies(transition.getDateTimeBefore(), transition.getDateTimeAfter())) {
                return Optional.of(transition.getInstant());
            }
            from = transition.getInstant();
        }
    }

    /** Returns true if the expression has a local time in the gap. */
    private boolean lies(LocalDateTime start, LocalDateTime end) {
        return execution
                .nextExecution(start.atZone(ZoneOffset.UTC).minusNanos(1))
                .filter(time -> time.toLocalDateTime().isBefore(end))
                .isPresent();
    }
}
