package dev.agenthost.orchestrator.runtime;

import java.time.Duration;

/**
 * The intervals of the requests to a runtime.
 *
 * @param startUp from the socket's opening to the answer to the first bound action
 * @param ping the interval of pings; a ping unanswered by the next one has failed, and the third in a row ends the connection
 * @param look the pause after a change until the next request for the list of runners; doubled as long as the list stays the same
 * @param refresh the longest pause between two such requests
 * @param first the pause before dialling again; doubled up to {@code longest}
 * @param longest also the age from which the loss of a connection counts as the first
 */
public record RuntimeTiming(
        Duration startUp, Duration ping, Duration look, Duration refresh, Duration first, Duration longest) {
    /** The intervals of LangBot: it pings every 20 s, and dials again after 1 to 60 s. */
    public static final RuntimeTiming USUAL = new RuntimeTiming(
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            Duration.ofMillis(250),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60));
}
