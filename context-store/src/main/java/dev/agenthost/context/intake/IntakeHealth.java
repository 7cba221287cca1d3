package dev.agenthost.context.intake;

import dev.agenthost.context.eventlog.PartitionRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which lines are in trouble, for readiness: a line that tries again in place is not ready. A topic's lanes go on side by side, so what
 * works in one of them says nothing of the other.
 */
public final class IntakeHealth {
    private record Trouble(String topic, String kind) {}

    private final Map<Object, Trouble> troubles = new ConcurrentHashMap<>();
    private final Map<PartitionRef, String> stuck = new ConcurrentHashMap<>();

    /**
     * True where all was well until now.
     *
     * @param step which is tried again, told from others by identity
     */
    public boolean troubled(String topic, Object step, Throwable why) {
        boolean first =
                troubles.values().stream().noneMatch(trouble -> trouble.topic().equals(topic));
        troubles.put(step, new Trouble(topic, why.getClass().getSimpleName()));
        return first;
    }

    /** That step works, or is given up. */
    public void recovered(Object step) {
        troubles.remove(step);
    }

    /**
     * These go on once they move again, and not before, though single steps of them work meanwhile. True where none of them was known.
     */
    public boolean stuck(Collection<PartitionRef> partitions, Throwable why) {
        boolean first = partitions.stream().noneMatch(stuck::containsKey);
        partitions.forEach(partition -> stuck.put(partition, why.getClass().getSimpleName()));
        return first;
    }

    public void moved(Collection<PartitionRef> partitions) {
        partitions.forEach(stuck::remove);
    }

    /** Topic and kind of trouble; empty when all is well. */
    public Map<String, String> troubles() {
        Map<String, String> all = new HashMap<>();
        troubles.values().forEach(trouble -> all.put(trouble.topic(), trouble.kind()));
        stuck.forEach((partition, kind) -> all.put(partition.topic(), kind));
        return Map.copyOf(all);
    }
}
