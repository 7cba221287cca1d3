package dev.agenthost.platform.observability;

import java.time.Duration;

/** The state of a consumer. */
public sealed interface ConsumerState {
    /** The consumer works, or has no records. */
    record GoesOn() implements ConsumerState {}

    /**
     * There are records, and for that long none of this partition was processed. The consumer may recover, when its
     * dependency does.
     */
    record Stalled(String topic, int partition, long lag, Duration forThatLong) implements ConsumerState {}

    /** The consumer does not answer. It may recover. */
    record Unreachable(String why) implements ConsumerState {}

    /** The consumer has stopped polling for good: only a new process helps. */
    record Ended(String why) implements ConsumerState {}
}
