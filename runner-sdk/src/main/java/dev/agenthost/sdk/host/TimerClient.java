package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Timers, for a runner with the permission {@code timers} and an agent whose {@code host_apis} name {@code timers}. A timer that is due
 * is the event {@link EventTypes#TIMER_FIRED}, which starts a run of the same runner in the same conversation. Nothing waits meanwhile.
 */
public record TimerClient(Calls calls) {
    /**
     * Sets a timer. A repetition does not change the time at which it is due.
     *
     * @param timerId a name that is used once in a chain of runs
     * @param delay from now, 1 second to 30 days, in whole seconds
     * @param data of the event, at most 64 KiB; null for none
     * @return the time at which it is due; empty if a timer of that name has fired
     */
    public Optional<Instant> set(String timerId, Duration delay, @Nullable ObjectNode data) {
        ObjectNode timer = named(timerId).put("delay_seconds", delay.toSeconds());
        timer.set("data", data);
        JsonNode due = calls.call("timer_set", timer).path("due_at");
        return due.isNumber() ? Optional.of(Instant.ofEpochMilli((long) (due.asDouble() * 1000))) : Optional.empty();
    }

    /** Returns false if the timer is unknown or has fired. */
    public boolean cancel(String timerId) {
        return calls.call("timer_cancel", named(timerId)).path("cancelled").asBoolean();
    }

    private static ObjectNode named(String timerId) {
        return ProtocolCodec.mapper().createObjectNode().put("timer_id", timerId);
    }
}
