package dev.agenthost.context.intake;

import dev.agenthost.context.eventlog.PartitionRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the topics whose processing fails, for readiness: a processor that retries a step is not ready. The lanes of a topic proceed
 * independently, so success in one says nothing of the other.
 */
public final class IntakeHealth {
    private record Trouble(String topic, String kind) {}

    private final Map<Object, Trouble> troubles = new ConcurrentHashMap<>();
    private final Map<PartitionRef, String> stuck = new ConcurrentHashMap<>();

    /**
     * Records a failure. Returns true if the topic had none.
     *
     * @param step the step that is retried, distinguished by identity
     */
    public boolean troubled(String topic, Object step, Throwable why) {
        boolean first =
                troubles.values().stream().noneMatch(trouble -> trouble.topic().equals(topic));
        troubles.put(step, new Trouble(topic, why.getClass().getSimpleName()));
        return first;
    }

    /** Records that the step succeeded or was given up. */
    public void recovered(Object step) {
        troubles.remove(step);
    }

    /**
     * Records that the partitions do not advance, until they move again; a successful step is not enough. Returns true if none of them
     * was recorded.
     */
    public boolean stuck(Collection<PartitionRef> partitions, Throwable why) {
        boolean first = partitions.stream().noneMatch(stuck::containsKey);
        partitions.forEach(partition -> stuck.put(partition, why.getClass().getSimpleName()));
        return first;
    }

    public void moved(Collection<PartitionRef> partitions) {
        partitions.forEach(stuck::remove);
    }

    /** Returns the kind of failure by topic; empty if nothing fails. */
    public Map<String, String> troubles() {
        Map<String, String> all = new HashMap<>();
        troubles.values().forEach(trouble -> all.put(trouble.topic(), trouble.kind()));
        stuck.forEach((partition, kind) -> all.put(partition.topic(), kind));
        return Map.copyOf(all);
    }
}
