package dev.agenthost.platform.observability;

import java.time.Duration;
import java.util.Map;

/** Receives the events of each batch of records. */
public interface IntakeMeter {
    /**
     * A batch was received.
     *
     * @param delay the time since its oldest record was written
     */
    void received(String channel, int records, Duration delay);

    /** The batch is done, or has failed. */
    void settled(String channel, Duration took, boolean well);

    /** Publishes the lags that were read last. */
    void publishLag();

    /** Publishes the number of steps that each source retries now, in place of the numbers before. */
    void publishRetries(Map<String, Long> bySource);
}
