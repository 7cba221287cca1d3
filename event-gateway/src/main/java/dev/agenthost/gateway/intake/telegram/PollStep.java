package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;

/** The step after a call of {@code getUpdates}. */
sealed interface PollStep {

    /** Take in the updates in their order; possibly none. */
    record Handle(List<JsonNode> updates, PollState then) implements PollStep {
        public Handle {
            updates = List.copyOf(updates);
        }
    }

    /**
     * Call again after a while.
     *
     * @param problem for the log, without the token
     */
    record Pause(Duration delay, PollState then, String problem) implements PollStep {}

    /** Call no more until the bot is changed. */
    record End(String problem) implements PollStep {}
}
