package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;

/** Waits until positions of topics are applied. */
public interface PositionWaiter {
    /** Completes as soon as all are applied, and with {@link PositionWaitOutcome#NOT_YET} after the timeout (of this JVM's clock). */
    Uni<PositionWaitOutcome> await(Collection<RecordPosition> positions, Duration timeout);
}
