package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.TimerClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The timers of the host, which continue the runner after the end of its run.
 *
 * @param isAvailable false if the run may set none
 */
public record HostTimers(TimerClient client, boolean isAvailable) {
    /** A timer of the host. */
    sealed interface Timer {
        /** The host continues the runner at that time. */
        record Due(Instant at) implements Timer {}

        /** It has fired already. */
        record Fired() implements Timer {}

        /** There is none: the run has to wait itself. */
        record None() implements Timer {}
    }

    /** Sets a timer, rounded up to whole seconds. A repetition with the same name does not change the time at which it is due. */
    Timer set(String name, Duration delay) {
        if (!isAvailable) {
            return new Timer.None();
        }
        try {
            Duration whole =
                    Duration.ofSeconds(Math.max(1, delay.plusMillis(999).toSeconds()));
            Optional<Instant> due = client.set(name, whole, null);
            return due.<Timer>map(Timer.Due::new).orElseGet(Timer.Fired::new);
        } catch (AgentApiException refused) {
            return new Timer.None();
        }
    }

    /** Removes a timer that is not wanted any more; one that fires nevertheless changes nothing. */
    void cancel(String name) {
        if (!isAvailable) {
            return;
        }
        try {
            client.cancel(name);
        } catch (AgentApiException refused) {
            // Its event finds nothing that waits.
        }
    }
}
