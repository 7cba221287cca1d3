package dev.agenthost.watch.consumer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** All consumers of this process, by channel, as they were last seen. */
public final class Consumers {
    private final Duration patience;
    private final Map<String, ConsumerWatch> watches = new ConcurrentHashMap<>();
    private final Map<String, ConsumerState> states = new ConcurrentHashMap<>();
    private final Map<String, List<PartitionLag>> lags = new ConcurrentHashMap<>();

    /** @param patience of each {@link ConsumerWatch} */
    public Consumers(Duration patience) {
        this.patience = patience;
    }

    /** Answers the state before, or {@link ConsumerState.GoesOn} where there was none. */
    public ConsumerState seen(String channel, Look look, long nanos) {
        ConsumerState now = watches.computeIfAbsent(channel, name -> new ConsumerWatch(patience))
                .judge(look, nanos);
        switch (look) {
            case Look.Answered answered -> lags.put(channel, answered.partitions());
            case Look.Unanswered unanswered -> {} // What was known of it is the best that is known.
            case Look.Closed closed -> lags.remove(channel);
        }
        ConsumerState before = states.put(channel, now);
        return before == null ? new ConsumerState.GoesOn() : before;
    }

    /** By channel; a channel that was not looked at yet is not in it. */
    public Map<String, ConsumerState> states() {
        return Map.copyOf(states);
    }

    /** Records that are there and not done, by topic, over the partitions of this replica. */
    public Map<String, Long> lagByTopic() {
        return lags.values().stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(PartitionLag::topic, Collectors.summingLong(PartitionLag::lag)));
    }
}
