package dev.agenthost.gateway.deadletter;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The numbers of dead letters by topic and reason. Not safe for use by several threads. */
public final class DeadLetterSummary {
    private final Map<String, Map<String, Count>> byTopic = new TreeMap<>();
    private final Set<String> incomplete = new TreeSet<>();

    /**
     * The dead letters of one topic and reason.
     *
     * @param open those that nothing was done about
     * @param started those whose redrive has an unknown end
     * @param oldest time of the oldest record
     */
    public record Count(
            String topic,
            String reason,
            long records,
            long open,
            long started,
            long redriven,
            Instant oldest,
            Instant newest) {
        private Count plus(Count other) {
            return new Count(
                    topic,
                    reason,
                    records + other.records,
                    open + other.open,
                    started + other.started,
                    redriven + other.redriven,
                    oldest.isBefore(other.oldest) ? oldest : other.oldest,
                    newest.isAfter(other.newest) ? newest : other.newest);
        }
    }

    void add(DeadLetterTopic topic, DeadLetterRecord record, RedriveStatus status) {
        Count one = new Count(
                topic.name(),
                record.reason(),
                1,
                status == RedriveStatus.OPEN ? 1 : 0,
                status == RedriveStatus.STARTED ? 1 : 0,
                status == RedriveStatus.REDRIVEN ? 1 : 0,
                record.time(),
                record.time());
        byTopic.computeIfAbsent(topic.name(), name -> new TreeMap<>()).merge(record.reason(), one, Count::plus);
    }

    void incomplete(DeadLetterTopic topic) {
        incomplete.add(topic.name());
    }

    /** Returns the counts, by topic and reason. */
    public List<Count> counts() {
        List<Count> counts = new ArrayList<>();
        byTopic.values().forEach(reasons -> counts.addAll(reasons.values()));
        return counts;
    }

    /** Returns the topics of which only the newest records were read. */
    public List<String> incompleteTopics() {
        return List.copyOf(incomplete);
    }
}
