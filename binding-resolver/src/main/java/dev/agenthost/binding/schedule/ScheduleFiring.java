package dev.agenthost.binding.schedule;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventIds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decision about a schedule that is due.
 *
 * @param event null if the time was missed and is skipped
 * @param nextDue null if the schedule has no further time
 */
public record ScheduleFiring(
        @Nullable EventEnvelope event, @Nullable Instant nextDue) {
    /** The most delay of a time that is not missed. */
    static final Duration TOLERANCE = Duration.ofMinutes(1);

    /**
     * @param due the first time for which no event exists
     * @param now not before {@code due}
     */
    public static ScheduleFiring of(Schedule schedule, Instant due, Instant now) {
        Instant last = schedule.times().last(due, now);
        boolean isSkipped = schedule.missedRuns() == MissedRuns.SKIP
                && Duration.between(last, now).compareTo(TOLERANCE) > 0;
        Optional<Instant> next = schedule.next(now);
        return new ScheduleFiring(isSkipped ? null : event(schedule, last, now), next.orElse(null));
    }

    private static EventEnvelope event(Schedule schedule, Instant due, Instant now) {
        ScheduledEvent event = schedule.event();
        return new EventEnvelope(
                        EventIds.of(
                                schedule.workspaceId(),
                                ScheduledEvent.SCHEDULER,
                                event.bot(),
                                schedule.scheduleId() + "/" + due.getEpochSecond()),
                        EventTypes.SCHEDULE_TRIGGERED,
                        now.getEpochSecond(),
                        TriggerSource.SCHEDULER,
                        null,
                        schedule.workspaceId(),
                        event.bot(),
                        event.conversationId(),
                        event.threadId(),
                        event.launcherType(),
                        event.launcherId(),
                        ActorContext.system(),
                        new SubjectContext(
                                "schedule",
                                schedule.scheduleId(),
                                Fields.object(null).put("name", schedule.name()).put("due_at", due.toString())),
                        AgentInput.text(event.text()),
                        event.target(),
                        null,
                        event.data(),
                        AdapterContext.empty(),
                        "",
                        now.truncatedTo(ChronoUnit.MILLIS))
                .fingerprinted();
    }
}
