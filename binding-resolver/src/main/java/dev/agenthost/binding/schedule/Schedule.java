package dev.agenthost.binding.schedule;

import dev.agenthost.platform.rest.VersionedItem;
import java.time.Instant;
import java.util.Optional;

/**
 * Events at the times of a cron expression.
 *
 * @param cron five fields: minute, hour, day of month, month, day of week
 * @param timeZone a region of the tz database, for instance {@code Europe/Berlin}
 * @param version from 1, raised by each change
 */
public record Schedule(
        String scheduleId,
        String workspaceId,
        String name,
        boolean enabled,
        String cron,
        String timeZone,
        MissedRuns missedRuns,
        ScheduledEvent event,
        int version)
        implements VersionedItem<Schedule> {
    @Override
    public String id() {
        return scheduleId;
    }

    @Override
    public Schedule withVersion(int newVersion) {
        return new Schedule(scheduleId, workspaceId, name, enabled, cron, timeZone, missedRuns, event, newVersion);
    }

    CronTimes times() {
        return CronTimes.of(cron, timeZone);
    }

    /** Returns the first time after that instant; empty if the schedule is disabled. */
    public Optional<Instant> next(Instant after) {
        return enabled ? times().next(after) : Optional.empty();
    }
}
