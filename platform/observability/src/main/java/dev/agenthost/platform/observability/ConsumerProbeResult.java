package dev.agenthost.platform.observability;

import java.time.Duration;
import java.util.List;

/** The outcome of probing a consumer. */
public sealed interface ConsumerProbeResult {
    /**
     * The consumer answered.
     *
     * @param sincePoll time since its last poll
     */
    record Answered(List<PartitionLag> partitions, Duration sincePoll) implements ConsumerProbeResult {
        public Answered {
            partitions = List.copyOf(partitions);
        }
    }

    /** The consumer does not answer: the broker is unavailable, or its thread waits. */
    record Unanswered(String why) implements ConsumerProbeResult {}

    /** The consumer is closed. */
    record Closed() implements ConsumerProbeResult {}
}
