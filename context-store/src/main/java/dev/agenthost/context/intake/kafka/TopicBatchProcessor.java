package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PositionGate;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.DeadLetterProducer;
import dev.agenthost.context.intake.DecodedRecord;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.IntakeHealth;
import dev.agenthost.context.intake.IntakeRecord;
import dev.agenthost.context.intake.PartitionGrouping;
import dev.agenthost.context.intake.RecordReader;
import dev.agenthost.context.intake.RunResultsRecord;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One topic's way into the database, batch after batch.
 *
 * <pre>
 * records ─► dead letters of the unreadable ─► answers wait for their questions ─► apply
 *                                                                       Done ◄──────┤
 *            load the offsets, leave out what is applied, apply again ◄─ Overtaken ──┤
 *            halve; a single one becomes a dead letter ◄──────────────── Refused ───┤
 *            wait, the same again, for ever; not ready meanwhile ◄────── failure ───┘
 * </pre>
 */
public final class TopicBatchProcessor {
    private static final Logger LOG = Logger.getLogger(TopicBatchProcessor.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    /** Longer than partitions take to move when several consumers die; after that the processor proceeds without the order. */
    private static final Duration PATIENCE_FOR_QUESTIONS = Duration.ofSeconds(60);

    /** Most records that the event loop decodes; takes about ten milliseconds. */
    private static final int HELD_AT_MOST = 50;

    /** Type of a run's first result. */
    private static final String STARTED = "run.started";

    private final String topic;
    private final BatchRepository ledger;
    private final OffsetRepository offsets;
    private final AppliedOffsets known;
    private final PositionGate gate;
    private final DeadLetterProducer deadLetters;
    private final IntakeHealth condition;

    public TopicBatchProcessor(
            String topic,
            BatchRepository ledger,
            OffsetRepository offsets,
            AppliedOffsets known,
            DeadLetterProducer deadLetters,
            IntakeHealth condition) {
        this.topic = topic;
        this.ledger = ledger;
        this.offsets = offsets;
        this.known = known;
        this.gate = new PositionGate(known, offsets);
        this.deadLetters = deadLetters;
        this.condition = condition;
    }

    /** Completes when all records are applied or dead-lettered; it never fails, it only takes longer. */
    public Uni<Void> take(List<IncomingRecord> records) {
        List<Uni<Void>> lanes =
                PartitionGrouping.of(records).stream().map(this::takeInOrder).toList();
        return lanes.size() == 1
                ? lanes.getFirst()
                : Uni.join().all(lanes).andFailFast().replaceWithVoid();
    }

    private Uni<Void> takeInOrder(List<IncomingRecord> records) {
        return read(records).invoke(() -> FailPoint.at("context.10-read")).chain(this::takeRead);
    }

    /** Decodes many records on a worker thread, because that takes longer than an event loop may be blocked. */
    private static Uni<List<IntakeRecord>> read(List<IncomingRecord> records) {
        Uni<List<IntakeRecord>> read = Uni.createFrom()
                .item(() -> records.stream().map(RecordReader::read).toList());
        return records.size() > HELD_AT_MOST ? read.runSubscriptionOn(Infrastructure.getDefaultWorkerPool()) : read;
    }

    private Uni<Void> takeRead(List<IntakeRecord> taken) {
        return reloadIfUnknown(taken)
                .chain(() -> setAside(taken.stream().filter(this::isNew).toList()))
                .chain(() -> untilItWorks(() -> gate.await(questions(taken), PATIENCE_FOR_QUESTIONS)))
                .chain(() -> apply(taken));
    }

    private Uni<Void> reloadIfUnknown(List<IntakeRecord> taken) {
        return taken.stream().anyMatch(record -> known.next(Batch.partition(record)) == 0)
                ? reload(taken)
                : Uni.createFrom().voidItem();
    }

    private Uni<Void> apply(List<IntakeRecord> records) {
        Batch batch = Batch.of(records, known);
        if (batch.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return untilItWorks(() -> ledger.apply(batch)).chain(application -> switch (application) {
            case BatchOutcome.Done() -> {
                FailPoint.at("context.30-committed");
                condition.moved(batch.advances().keySet());
                batch.advances().forEach((partition, advance) -> known.learn(partition, advance.next()));
                yield Uni.createFrom().voidItem();
            }
            case BatchOutcome.Overtaken() -> overtaken(records, batch);
            case BatchOutcome.Refused(String sqlState) -> refused(records, sqlState);
        });
    }

    /** Reloads the offsets and retries. If no consumer moved them, the database went back (a restored copy) and needs an operator. */
    private Uni<Void> overtaken(List<IntakeRecord> records, Batch batch) {
        return reload(records).chain(() -> {
            if (!Batch.of(records, known).advances().equals(batch.advances())) {
                condition.moved(batch.advances().keySet());
                return apply(records);
            }
            IllegalStateException lost = new IllegalStateException("the applied offsets are lower than they were");
            if (condition.stuck(batch.advances().keySet(), lost)) {
                LOG.error("the applied offsets went back; start this process again once the database is right", lost);
            }
            return Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(LONGEST_PAUSE)
                    .chain(() -> apply(records));
        });
    }

    private Uni<Void> refused(List<IntakeRecord> records, String sqlState) {
        List<IntakeRecord> open = records.stream().filter(this::isNew).toList();
        if (open.size() == 1) {
            DecodedRecord.DeadLetter letter =
                    new DecodedRecord.DeadLetter(DeadLetterReason.REFUSED_BY_DATABASE, "SQLSTATE " + sqlState);
            List<IntakeRecord> aside = List.of(new IntakeRecord(open.getFirst().origin(), letter));
            return setAside(aside).chain(() -> apply(aside));
        }
        int half = open.size() / 2;
        return apply(open.subList(0, half)).chain(() -> apply(open.subList(half, open.size())));
    }

    private boolean isNew(IntakeRecord taken) {
        return taken.origin().position().offset() >= known.next(Batch.partition(taken));
    }

    private Uni<Void> reload(List<IntakeRecord> records) {
        return untilItWorks(() -> offsets.load(
                        records.stream().map(Batch::partition).distinct().toList()))
                .invoke(known::learn)
                .replaceWithVoid();
    }

    private Uni<Void> setAside(List<IntakeRecord> records) {
        Uni<Void> sent = Uni.createFrom().voidItem();
        for (IntakeRecord taken : records) {
            if (taken.reading() instanceof DecodedRecord.DeadLetter letter) {
                sent = sent.chain(() -> untilItWorks(() -> deadLetters.send(taken.origin(), letter)));
            }
        }
        return sent;
    }

    /**
     * Returns the positions of the events that the starting runs of the batch answer: an answer must not be readable before its question.
     */
    private static Collection<RecordPosition> questions(List<IntakeRecord> records) {
        return PositionGate.highest(records.stream()
                .map(IntakeRecord::reading)
                .filter(DecodedRecord.Results.class::isInstance)
                .map(reading -> ((DecodedRecord.Results) reading).results())
                .map(TopicBatchProcessor::question)
                .filter(TopicBatchProcessor::isEvent)
                .toList());
    }

    private static @Nullable RecordPosition question(RunResultsRecord read) {
        ResultFrame first = read.results().results().getFirst();
        return STARTED.equals(first.type())
                        && ResultCodec.decode(first) instanceof DecodeResult.Known(RunStarted started)
                ? started.eventPosition()
                : null;
    }

    private static boolean isEvent(@Nullable RecordPosition position) {
        return position != null && position.topic().equals(Topics.EVENTS) && position.partition() < Topics.PARTITIONS;
    }

    private <T> Uni<T> untilItWorks(Supplier<Uni<T>> step) {
        Object trouble = new Object();
        return Uni.createFrom()
                .deferred(step::get)
                .onFailure()
                .invoke(why -> {
                    if (condition.troubled(topic, trouble, why)) {
                        LOG.warnf(why, "in trouble, tries again in place: topic=%s", topic);
                    }
                })
                .onFailure()
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .indefinitely()
                .invoke(() -> condition.recovered(trouble))
                .onCancellation()
                .invoke(() -> condition.recovered(trouble));
    }
}
