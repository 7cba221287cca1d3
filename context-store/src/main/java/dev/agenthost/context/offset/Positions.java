package dev.agenthost.context.offset;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;

/** Waiting for what stands at positions of topics. */
public interface Positions {
    /** Answers as soon as all are applied, and {@link Applied#NOT_YET} after the patience (of this JVM's clock). */
    Uni<Applied> await(Collection<RecordPosition> positions, Duration patience);
}
