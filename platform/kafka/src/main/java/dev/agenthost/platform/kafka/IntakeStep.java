package dev.agenthost.platform.kafka;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A step of the work of one source, retried until it succeeds.
 *
 * @param source the channel, or the name of a background task
 * @param name the step, as readiness and the log name it
 * @param timeout time after which one try counts as failed; null for a step that may take any time
 * @param scope what waits while the step is retried
 */
public record IntakeStep(
        String source, String name, @Nullable Duration timeout, RetryScope scope) {
    /** Bounds a try on a database that neither answers nor closes the connection. */
    public static final Duration DATABASE_TIMEOUT = Duration.ofSeconds(30);

    /** Creates a step that the replica waits for. */
    public IntakeStep(String source, String name, @Nullable Duration timeout) {
        this(source, name, timeout, RetryScope.REPLICA);
    }

    /** Returns a step without a timeout, that the replica waits for. */
    public static IntakeStep of(String source, String name) {
        return new IntakeStep(source, name, null);
    }

    public IntakeStep within(Duration limit) {
        return new IntakeStep(source, name, limit, scope);
    }
}
