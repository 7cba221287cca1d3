package dev.agenthost.gateway.deadletter;

import dev.agenthost.gateway.deadletter.RedriveOutcome.Kind;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import dev.agenthost.protocol.topic.RedriveStage;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The dead letters that are in memory and redriven together. Writes, in this order: the marks of the start, the audit, the
 * records, the marks of the end. A crash between two of them loses no audit and repeats no record unasked.
 */
final class RedriveSlice {
    private static final int MOST_RECORDS = 32;
    private static final long MOST_BYTES = 4L * 1024 * 1024;

    /** A dead letter, with its content while it is in memory. */
    private record Entry(RedriveOutcome outcome, DeadLetterContent content, RedriveMark start) {}

    private final DeadLetterLog log;
    private final RedriveProducer producer;
    private final RedriveRequest request;
    private final InstantSource clock;
    private final List<Entry> entries = new ArrayList<>();
    private final List<RedriveOutcome> refused = new ArrayList<>();
    private long bytes;

    RedriveSlice(DeadLetterLog log, RedriveProducer producer, RedriveRequest request, InstantSource clock) {
        this.log = log;
        this.producer = producer;
        this.request = request;
        this.clock = clock;
    }

    boolean isFull() {
        return entries.size() >= MOST_RECORDS || bytes >= MOST_BYTES;
    }

    /** Adds a planned dead letter, or the outcome of one that cannot be redriven. */
    void add(RedriveOutcome planned) {
        if (planned.kind() != Kind.PLANNED) {
            refused.add(planned);
            return;
        }
        log.content(request.topic(), planned.record().position())
                .ifPresentOrElse(
                        content -> {
                            entries.add(new Entry(planned, content, start(planned)));
                            bytes += content.record().size();
                        },
                        () -> refused.add(planned.with(Kind.GONE, null)));
    }

    private RedriveMark start(RedriveOutcome planned) {
        return new RedriveMark(
                planned.record().position(),
                planned.record().time(),
                planned.number(),
                RedriveStage.STARTED,
                request.redriveId(),
                request.by(),
                clock.instant(),
                null);
    }

    /** Redrives what was added, reports it and is empty then. */
    void redrive(List<RedriveOutcome> outcomes) {
        outcomes.addAll(refused);
        refused.clear();
        if (!entries.isEmpty()) {
            publish(held(outcomes), outcomes);
        }
        entries.clear();
        bytes = 0;
    }

    /** Marks the start, and returns the dead letters that no other redrive started before. */
    private List<Entry> held(List<RedriveOutcome> outcomes) {
        producer.mark(entries.stream().map(Entry::start).toList());
        RedriveMarks marks = log.marks();
        List<Entry> held = new ArrayList<>();
        for (Entry entry : entries) {
            if (marks.isHeldBy(entry.start())) {
                held.add(entry);
            } else {
                outcomes.add(entry.outcome().with(Kind.HELD, null));
            }
        }
        return held;
    }

    private void publish(List<Entry> held, List<RedriveOutcome> outcomes) {
        if (held.isEmpty()) {
            return;
        }
        producer.audit(RedriveAudit.redriven(
                held.stream().map(entry -> entry.outcome().record()).toList(), request, clock.instant()));
        Map<RecordPosition, RecordPosition> published = producer.publish(held.stream()
                .map(entry -> RedriveMessage.of(
                        entry.content(),
                        Objects.requireNonNull(entry.outcome().record().origin())))
                .toList());
        List<RedriveMark> ends = new ArrayList<>();
        for (Entry entry : held) {
            RecordPosition target = published.get(entry.start().position());
            if (target != null) {
                ends.add(entry.start().published(target, clock.instant()));
                outcomes.add(entry.outcome().with(Kind.REDRIVEN, target));
            }
        }
        producer.mark(ends);
        if (ends.size() < held.size()) {
            throw new DeadLettersUnavailableException("Kafka did not take a record.");
        }
    }
}
