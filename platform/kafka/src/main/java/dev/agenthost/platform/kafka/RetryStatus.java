package dev.agenthost.platform.kafka;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The steps that are retried now, for readiness. A fault belongs to one attempt: the success of another channel, or of another lane of
 * the same channel, does not clear it.
 */
@ApplicationScoped
public class RetryStatus {
    private record Fault(String source, String step, String kind, RetryScope scope) {
        boolean isOf(IntakeStep other) {
            return source.equals(other.source()) && step.equals(other.name());
        }
    }

    private final Map<Object, Fault> faults = new ConcurrentHashMap<>();

    /**
     * Records a failed try. Returns true if the step had no fault, so that a lasting fault is one line in the log.
     *
     * @param attempt the work that is retried, distinguished by equality
     */
    public boolean failed(Object attempt, IntakeStep step, Throwable failure) {
        boolean first = faults.values().stream().noneMatch(fault -> fault.isOf(step));
        faults.put(
                attempt,
                new Fault(step.source(), step.name(), failure.getClass().getSimpleName(), step.scope()));
        return first;
    }

    /** Records that the attempt succeeded or was given up. */
    public void ended(Object attempt) {
        faults.remove(attempt);
    }

    /** Returns the retried steps of each source, each with the kind of its failure; empty if nothing fails. */
    public Map<String, String> faults() {
        Map<String, String> bySource = new TreeMap<>();
        faults.values().stream()
                .sorted((one, other) -> one.step().compareTo(other.step()))
                .distinct()
                .forEach(fault -> bySource.merge(
                        fault.source(), fault.step() + ": " + fault.kind(), (all, next) -> all + ", " + next));
        return bySource;
    }

    /** Returns true if the replica waits for a step that is retried. */
    public boolean replicaWaits() {
        return faults.values().stream().anyMatch(fault -> fault.scope() == RetryScope.REPLICA);
    }

    /** Returns the sources that wait for a step of theirs while the replica goes on. */
    public Set<String> waitingSources() {
        return faults.values().stream()
                .filter(fault -> fault.scope() == RetryScope.SOURCE)
                .map(Fault::source)
                .collect(Collectors.toSet());
    }

    /** Returns the number of retried steps of each source; empty if nothing fails. */
    public Map<String, Long> retriesBySource() {
        return faults.values().stream().collect(Collectors.groupingBy(Fault::source, Collectors.counting()));
    }
}
