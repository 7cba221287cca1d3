package dev.agenthost.platform.observability;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Judges one consumer by its periodic probes. A consumer that processes one batch, or waits in place for a database, stalls and may
 * continue; one whose channel failed no longer polls although its thread is free, and never continues.
 */
public final class ConsumerMonitor {
    /** The probes until a consumer counts as ended: a process that was stopped and resumed seems ended until its consumer polls again. */
    private static final int LOOKS_UNTIL_ENDED = 3;

    private record Place(String topic, int partition) {}

    private record Progress(long committed, long since) {}

    private final Duration patience;
    private final Map<Place, Progress> waiting = new HashMap<>();
    private int looksWithoutPoll;

    /** @param patience the time without progress after which a consumer with records is stalled */
    public ConsumerMonitor(Duration patience) {
        this.patience = patience;
    }

    /** @param nanos of a monotonic clock */
    public synchronized ConsumerState judge(ConsumerProbeResult look, long nanos) {
        return switch (look) {
            case ConsumerProbeResult.Closed closed -> new ConsumerState.Ended("the consumer is closed");
            case ConsumerProbeResult.Unanswered(String why) -> new ConsumerState.Unreachable(why);
            case ConsumerProbeResult.Answered answered -> judge(answered, nanos);
        };
    }

    private ConsumerState judge(ConsumerProbeResult.Answered look, long nanos) {
        looksWithoutPoll = look.sincePoll().compareTo(patience) >= 0 ? looksWithoutPoll + 1 : 0;
        if (looksWithoutPoll >= LOOKS_UNTIL_ENDED) {
            return new ConsumerState.Ended(
                    "it has not polled for " + look.sincePoll().toSeconds() + " s");
        }
        ConsumerState state = new ConsumerState.GoesOn();
        Map<Place, Progress> now = new HashMap<>();
        for (PartitionLag partition : look.partitions()) {
            if (partition.lag() > 0) {
                Place place = new Place(partition.topic(), partition.partition());
                Progress progress = progress(place, partition.committed(), nanos);
                now.put(place, progress);
                Duration still = Duration.ofNanos(nanos - progress.since());
                if (still.compareTo(patience) >= 0) {
                    state = new ConsumerState.Stalled(partition.topic(), partition.partition(), partition.lag(), still);
                }
            }
        }
        waiting.clear();
        waiting.putAll(now);
        return state;
    }

    private Progress progress(Place place, long committed, long nanos) {
        Progress before = waiting.get(place);
        return before != null && before.committed() == committed ? before : new Progress(committed, nanos);
    }
}
