package dev.agenthost.platform.observability;

import java.time.Duration;

/** Told of each batch of records. */
public interface IntakeMeter {
    /**
     * A batch came.
     *
     * @param delay of its oldest record, from when it was written until now
     */
    void received(String channel, int records, Duration delay);

    /** It is done, or it failed. */
    void settled(String channel, Duration took, boolean well);

    /** Publishes the lags that were read last. */
    void publishLag();
}
