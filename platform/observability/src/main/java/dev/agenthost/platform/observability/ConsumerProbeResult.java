package dev.agenthost.platform.observability;

import java.time.Duration;
import java.util.List;

/** What came of looking at a consumer. */
public sealed interface ConsumerProbeResult {
    /**
     * It answered.
     *
     * @param sincePoll how long ago it last asked the broker for records
     */
    record Answered(List<PartitionLag> partitions, Duration sincePoll) implements ConsumerProbeResult {
        public Answered {
            partitions = List.copyOf(partitions);
        }
    }

    /** It does not answer: the broker is away, or its thread waits for something. */
    record Unanswered(String why) implements ConsumerProbeResult {}

    /** It has been closed. */
    record Closed() implements ConsumerProbeResult {}
}
