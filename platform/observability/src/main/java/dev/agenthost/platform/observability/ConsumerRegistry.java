package dev.agenthost.platform.observability;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** All consumers of this process, by channel, with their last probes. */
public final class ConsumerRegistry {
    private final Duration patience;
    private final Map<String, ConsumerMonitor> watches = new ConcurrentHashMap<>();
    private final Map<String, ConsumerState> states = new ConcurrentHashMap<>();
    private final Map<String, List<PartitionLag>> lags = new ConcurrentHashMap<>();
    private final Set<String> joining = ConcurrentHashMap.newKeySet();

    /** @param patience of each {@link ConsumerMonitor} */
    public ConsumerRegistry(Duration patience) {
        this.patience = patience;
    }

    /** The channel's consumer exists and is no member of its group yet. */
    public void joins(String channel) {
        joining.add(channel);
    }

    /** The group has given the channel's consumer its partitions, of which there may be none. */
    public void joined(String channel) {
        joining.remove(channel);
    }

    /** Channels whose consumer has never been given partitions by its group since this process started. */
    public Set<String> joining() {
        return Set.copyOf(joining);
    }

    /** Stores the probe. Returns the state before, or {@link ConsumerState.GoesOn} without one. */
    public ConsumerState record(String channel, ConsumerProbeResult look, long nanos) {
        ConsumerState now = watches.computeIfAbsent(channel, name -> new ConsumerMonitor(patience))
                .judge(look, nanos);
        if (look instanceof ConsumerProbeResult.Closed) {
            lags.remove(channel);
        }
        ConsumerState before = states.put(channel, now);
        return before == null ? new ConsumerState.GoesOn() : before;
    }

    /** Replaces the lag of the channel's consumer. */
    public void lags(String channel, List<PartitionLag> partitions) {
        lags.put(channel, List.copyOf(partitions));
    }

    /** Returns the last read lag; empty before the first read. */
    public List<PartitionLag> lags(String channel) {
        return lags.getOrDefault(channel, List.of());
    }

    /** Returns the states by channel, without channels that were never probed. */
    public Map<String, ConsumerState> states() {
        return Map.copyOf(states);
    }

    /** Returns the numbers of unprocessed records, by topic, over the partitions of this replica. */
    public Map<String, Long> lagByTopic() {
        return lags.values().stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(PartitionLag::topic, Collectors.summingLong(PartitionLag::lag)));
    }
}
