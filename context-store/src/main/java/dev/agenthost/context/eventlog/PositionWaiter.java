package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;

/** Waiting for what stands at positions of topics. */
public interface PositionWaiter {
    /** Answers as soon as all are applied, and {@link PositionWaitOutcome#NOT_YET} after the patience (of this JVM's clock). */
    Uni<PositionWaitOutcome> await(Collection<RecordPosition> positions, Duration patience);
}
