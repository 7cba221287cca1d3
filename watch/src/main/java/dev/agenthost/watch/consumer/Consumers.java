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
        if (look instanceof Look.Closed) {
            lags.remove(channel);
        }
        ConsumerState before = states.put(channel, now);
        return before == null ? new ConsumerState.GoesOn() : before;
    }

    /** Replaces the lag of the channel's consumer. */
    public void lags(String channel, List<PartitionLag> partitions) {
        lags.put(channel, List.copyOf(partitions));
    }

    /** As it was read last; empty where nothing was. */
    public List<PartitionLag> lags(String channel) {
        return lags.getOrDefault(channel, List.of());
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
