package dev.agenthost.orchestrator.timer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostevent.HostEvents;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.UuidV5;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** Sets and cancels the timers of runs. A timer that is due is an event that the binding and the runner of the run answer. */
public final class TimerService {
    private static final UUID NAMESPACE =
            UuidV5.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "timers.agenthost.dev");

    private final TimerRepository repository;
    private final InstantSource clock;

    public TimerService(TimerRepository repository, InstantSource clock) {
        this.repository = repository;
        this.clock = clock;
    }

    /**
     * @param arguments of {@code timer_set}
     * @throws InvalidFieldException for the first argument that is wrong
     */
    public Uni<TimerOutcome> set(ClaimedRun run, JsonNode arguments) {
        TimerRequest request = TimerRequest.read(arguments);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        ObjectNode data = request.data().deepCopy().put("timer_id", request.timerId());
        EventEnvelope event = HostEvents.continuing(
                        run, id(run, request.timerId()), EventTypes.TIMER_FIRED, AgentInput.empty(), data, now)
                .fingerprinted();
        return repository.set(run.lineage().originRunId(), event, Duration.ofSeconds(request.delaySeconds()));
    }

    /**
     * @param arguments of {@code timer_cancel}
     * @return false if the timer is unknown or has fired
     * @throws InvalidFieldException if the arguments name no timer
     */
    public Uni<Boolean> cancel(ClaimedRun run, JsonNode arguments) {
        String timerId = Fields.text(arguments.path("timer_id").textValue(), EventLimits.ID_CHARS, "timer_id");
        return repository.cancel(run.workspaceId(), run.lineage().originRunId(), id(run, timerId));
    }

    private static EventId id(ClaimedRun run, String timerId) {
        return new EventId(UuidV5.of(NAMESPACE, run.lineage().originRunId() + "/" + timerId));
    }
}
