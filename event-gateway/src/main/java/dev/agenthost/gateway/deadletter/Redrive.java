package dev.agenthost.gateway.deadletter;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Publishes dead letters to the topics they came from, a slice after the other. A process that ends within a slice leaves dead
 * letters of status {@code started}, which no request redrives unless it says so; of two replicas that start the same ones, the
 * first redrives them.
 */
public final class Redrive {
    /** Most dead letters of one request. */
    public static final int MOST = 500;

    private final DeadLetterQuery query;
    private final RedriveProducer producer;
    private final RedriveCounter counter;
    private final InstantSource clock;
    private final Duration timeout;

    /** @param timeout after which a request begins no further slice */
    public Redrive(
            DeadLetterQuery query,
            RedriveProducer producer,
            RedriveCounter counter,
            InstantSource clock,
            Duration timeout) {
        this.query = query;
        this.producer = producer;
        this.counter = counter;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Returns what {@link #run} would do now. */
    public RedriveReport plan(DeadLetterLog log, RedriveRequest request) {
        RedriveMarks marks = log.marks();
        DeadLetterQuery.Selection found = query.select(log, request.topic(), request.selection(), marks, MOST);
        int partitions = producer.partitions(request.topic().original());
        return new RedriveReport(request, true, RedrivePlan.of(found.records(), marks, partitions), found.more());
    }

    /**
     * Redrives, and returns the outcome of each.
     *
     * @throws DeadLettersUnavailableException if the broker stops to answer; its message says how many were redriven before
     */
    public RedriveReport run(DeadLetterLog log, RedriveRequest request) {
        Instant deadline = clock.instant().plus(timeout);
        RedriveReport plan = plan(log, request);
        List<RedriveOutcome> outcomes = new ArrayList<>();
        RedriveSlice slice = new RedriveSlice(log, producer, request, clock);
        int next = 0;
        try {
            while (next < plan.outcomes().size() && clock.instant().isBefore(deadline)) {
                slice.add(plan.outcomes().get(next++));
                if (slice.isFull()) {
                    slice.redrive(outcomes);
                }
            }
            slice.redrive(outcomes);
        } catch (DeadLettersUnavailableException failure) {
            throw new DeadLettersUnavailableException(
                    failure.getMessage() + " " + redriven(outcomes) + " of the request's dead letters were redriven.",
                    failure);
        } finally {
            count(request.topic().original(), outcomes, next - outcomes.size());
        }
        outcomes.sort(Comparator.<RedriveOutcome>comparingInt(
                        one -> one.record().position().partition())
                .thenComparingLong(one -> one.record().position().offset()));
        return new RedriveReport(
                request, false, outcomes, plan.more() || next < plan.outcomes().size());
    }

    private void count(String topic, List<RedriveOutcome> outcomes, long failed) {
        outcomes.stream()
                .collect(Collectors.groupingBy(outcome -> outcome.kind().wire(), Collectors.counting()))
                .forEach((outcome, records) -> counter.count(topic, outcome, records));
        if (failed > 0) {
            counter.count(topic, RedriveCounter.FAILED, failed);
        }
    }

    private static long redriven(List<RedriveOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == RedriveOutcome.Kind.REDRIVEN)
                .count();
    }
}
