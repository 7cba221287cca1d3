package dev.agenthost.platform.observability;

import java.time.Duration;

/** How a consumer is. */
public sealed interface ConsumerState {
    /** It works, or has nothing to do. */
    record GoesOn() implements ConsumerState {}

    /** There are records, and for that long none of this partition was done. It may go on: what it waits for may come back. */
    record Stalled(String topic, int partition, long lag, Duration forThatLong) implements ConsumerState {}

    /** It does not answer. It may go on. */
    record Unreachable(String why) implements ConsumerState {}

    /** It asks for no records any more, and never will: only a new process helps. */
    record Ended(String why) implements ConsumerState {}
}
