package dev.agenthost.binding.schedule;

import dev.agenthost.binding.catalog.ResourceName;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A schedule in the form of requests, answers and storage. Optional: id, workspace, name (the id), {@code enabled} (true),
 * {@code time_zone} (UTC), {@code missed_runs} (once) and version.
 */
public record ScheduleDocument(
        @Nullable String scheduleId,
        @Nullable String workspaceId,
        @Nullable String name,
        @Nullable Boolean enabled,
        String cron,
        @Nullable String timeZone,
        @Nullable MissedRuns missedRuns,
        ScheduledEvent event,
        @Nullable Integer version) {
    /** The kind of schedules. */
    public static final VersionedKind<Schedule, ScheduleDocument> KIND = new VersionedKind<>(
            "schedule",
            "schedule_id",
            true,
            ScheduleDocument.class,
            document -> new VersionedKind.Heading(document.scheduleId, document.workspaceId),
            id -> ResourceName.check(id, "schedule_id"),
            ScheduleDocument::schedule,
            ScheduleRules::check,
            ScheduleDocument::of);

    public ScheduleDocument {
        Fields.text(cron, "cron");
        Fields.required(event, "event");
    }

    /** Returns the schedule of this document, in its first version if it names none. */
    public Schedule schedule(String id, String workspace) {
        return new Schedule(
                id,
                workspace,
                Fields.or(name, id),
                Fields.or(enabled, true),
                cron,
                Fields.or(timeZone, "UTC"),
                Fields.or(missedRuns, MissedRuns.ONCE),
                event,
                Fields.or(version, 1));
    }

    public static ScheduleDocument of(Schedule schedule) {
        return new ScheduleDocument(
                schedule.scheduleId(),
                schedule.workspaceId(),
                schedule.name(),
                schedule.enabled(),
                schedule.cron(),
                schedule.timeZone(),
                schedule.missedRuns(),
                schedule.event(),
                schedule.version());
    }
}
