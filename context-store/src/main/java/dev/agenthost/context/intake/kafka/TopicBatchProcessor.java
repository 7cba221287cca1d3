package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.context.eventlog.PositionGate;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.DecodedRecord;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.IntakeRecord;
import dev.agenthost.context.intake.PartitionGrouping;
import dev.agenthost.context.intake.RecordReader;
import dev.agenthost.context.intake.RunResultsRecord;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.Defect;
import dev.agenthost.platform.kafka.DefectException;
import dev.agenthost.platform.kafka.IntakeStep;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Applies the batches of one topic to the database, one after another.
 *
 * <pre>
 * records ─► dead-letter undecodable ones ─► results wait for the events they answer ─► apply
 *                                                                                 Done ◄──┤
 *            load the offsets, skip applied records, apply again ◄────────── Overtaken ───┤
 *            halve the batch; dead-letter a single record ◄─────────────────── Refused ───┤
 *            retry without a limit; the replica is not ready ◄──────────────── failure ───┘
 * </pre>
 */
public final class TopicBatchProcessor {
    private static final Logger LOG = Logger.getLogger(TopicBatchProcessor.class);

    private static final Duration STUCK_PAUSE = Duration.ofSeconds(2);
    /** Longer than partitions take to move when several consumers die; after that the processor proceeds without the order. */
    private static final Duration PATIENCE_FOR_QUESTIONS = Duration.ofSeconds(60);

    /** Most records that the event loop decodes; takes about ten milliseconds. */
    private static final int HELD_AT_MOST = 50;

    /** Type of a run's first result. */
    private static final String STARTED = "run.started";

    private final String topic;
    private final BatchRepository repository;
    private final OffsetRepository offsets;
    private final AppliedOffsets known;
    private final PositionGate gate;
    private final ConsumerRetryPolicy retries;
    private final RetryStatus status;

    public TopicBatchProcessor(
            String topic,
            BatchRepository repository,
            OffsetRepository offsets,
            AppliedOffsets known,
            ConsumerRetryPolicy retries,
            RetryStatus status) {
        this.topic = topic;
        this.repository = repository;
        this.offsets = offsets;
        this.known = known;
        this.gate = new PositionGate(known, offsets);
        this.retries = retries;
        this.status = status;
    }

    /** Publishes one record of a batch as a dead letter; completes when the broker has it, and never fails. */
    public interface DeadLetterSink {
        Uni<Void> deadLetter(IncomingRecord record, Rejection why);
    }

    /** Completes when all records are applied or dead-lettered; it never fails, it only takes longer. */
    public Uni<Void> take(List<IncomingRecord> records, DeadLetterSink deadLetters) {
        List<Uni<Void>> lanes = PartitionGrouping.of(records).stream()
                .map(lane -> retry("processing records", () -> takeInOrder(lane, deadLetters)))
                .toList();
        return lanes.size() == 1
                ? lanes.getFirst()
                : Uni.join().all(lanes).andFailFast().replaceWithVoid();
    }

    private Uni<Void> takeInOrder(List<IncomingRecord> records, DeadLetterSink deadLetters) {
        return read(records).invoke(() -> FailPoint.at("context.10-read")).chain(taken -> takeRead(taken, deadLetters));
    }

    /** Decodes many records on a worker thread, because that takes longer than an event loop may be blocked. */
    private static Uni<List<IntakeRecord>> read(List<IncomingRecord> records) {
        Uni<List<IntakeRecord>> read = Uni.createFrom()
                .item(() -> records.stream().map(TopicBatchProcessor::read).toList());
        return records.size() > HELD_AT_MOST ? read.runSubscriptionOn(Infrastructure.getDefaultWorkerPool()) : read;
    }

    /** A record whose reading throws would throw at every reading: a retry would block all records behind it. */
    private static IntakeRecord read(IncomingRecord record) {
        try {
            return RecordReader.read(record);
        } catch (RuntimeException | StackOverflowError defect) {
            return new IntakeRecord(
                    record, new DecodedRecord.DeadLetter(DeadLetterReason.UNDECODABLE, Defect.describe(defect)));
        }
    }

    private Uni<Void> takeRead(List<IntakeRecord> taken, DeadLetterSink deadLetters) {
        return reloadIfUnknown(taken)
                .chain(() -> deadLetter(taken.stream().filter(this::isNew).toList(), deadLetters))
                .chain(() -> retry("waiting for events", () -> gate.await(questions(taken), PATIENCE_FOR_QUESTIONS)))
                .chain(() -> apply(taken, deadLetters));
    }

    private Uni<Void> reloadIfUnknown(List<IntakeRecord> taken) {
        return taken.stream().anyMatch(record -> known.next(Batch.partition(record)) == 0)
                ? reload(taken)
                : Uni.createFrom().voidItem();
    }

    private Uni<Void> apply(List<IntakeRecord> records, DeadLetterSink deadLetters) {
        Batch batch = Batch.of(records, known);
        if (batch.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return retries.retry(
                        IntakeStep.of(topic, "applying records").within(IntakeStep.DATABASE_TIMEOUT),
                        write(open(records), batch),
                        failure -> !(failure instanceof DefectException))
                .chain(application -> switch (application) {
                    case BatchOutcome.Done() -> {
                        FailPoint.at("context.30-committed");
                        batch.advances().keySet().forEach(status::ended);
                        batch.advances().forEach((partition, advance) -> known.learn(partition, advance.next()));
                        yield Uni.createFrom().voidItem();
                    }
                    case BatchOutcome.Overtaken() -> overtaken(records, batch, deadLetters);
                    case BatchOutcome.Refused(String sqlState) ->
                        refused(records, Rejection.byDatabase(sqlState), deadLetters);
                })
                .onFailure(DefectException.class)
                .recoverWithUni(defect -> refused(
                        records,
                        new Rejection(DeadLetterReason.INVALID, ((DefectException) defect).detail()),
                        deadLetters));
    }

    /** A single record that is a dead letter already has no defect: only its offset is left to write. */
    private Supplier<Uni<BatchOutcome>> write(List<IntakeRecord> open, Batch batch) {
        boolean isDeadLetter = open.size() == 1 && open.getFirst().reading() instanceof DecodedRecord.DeadLetter;
        return isDeadLetter ? () -> repository.apply(batch) : Defect.guard(open.size(), () -> repository.apply(batch));
    }

    /** Reloads the offsets and retries. If no consumer moved them, the database went back (a restored copy) and needs an operator. */
    private Uni<Void> overtaken(List<IntakeRecord> records, Batch batch, DeadLetterSink deadLetters) {
        return reload(records).chain(() -> {
            if (!Batch.of(records, known).advances().equals(batch.advances())) {
                batch.advances().keySet().forEach(status::ended);
                return apply(records, deadLetters);
            }
            stuck(batch);
            return Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(STUCK_PAUSE)
                    .chain(() -> apply(records, deadLetters));
        });
    }

    /** A fault of the partitions, which lasts until they move: a successful step is not enough. */
    private void stuck(Batch batch) {
        IllegalStateException lost = new IllegalStateException("the applied offsets are lower than they were");
        IntakeStep step = IntakeStep.of(topic, "advancing the applied offsets");
        boolean first = false;
        for (PartitionRef partition : batch.advances().keySet()) {
            first |= status.failed(partition, step, lost);
        }
        if (first) {
            LOG.error("the applied offsets went back; start this process again once the database is right", lost);
        }
    }

    private Uni<Void> refused(List<IntakeRecord> records, Rejection why, DeadLetterSink deadLetters) {
        List<IntakeRecord> open = open(records);
        if (open.size() == 1) {
            List<IntakeRecord> one = List.of(new IntakeRecord(
                    open.getFirst().origin(), new DecodedRecord.DeadLetter(why.reason(), why.detail())));
            return deadLetter(one, deadLetters).chain(() -> apply(one, deadLetters));
        }
        int half = open.size() / 2;
        return apply(open.subList(0, half), deadLetters)
                .chain(() -> apply(open.subList(half, open.size()), deadLetters));
    }

    private List<IntakeRecord> open(List<IntakeRecord> records) {
        return records.stream().filter(this::isNew).toList();
    }

    private boolean isNew(IntakeRecord taken) {
        return taken.origin().position().offset() >= known.next(Batch.partition(taken));
    }

    private Uni<Void> reload(List<IntakeRecord> records) {
        List<PartitionRef> partitions =
                records.stream().map(Batch::partition).distinct().toList();
        return retry("loading applied offsets", () -> offsets.load(partitions))
                .invoke(known::learn)
                .replaceWithVoid();
    }

    private static Uni<Void> deadLetter(List<IntakeRecord> records, DeadLetterSink deadLetters) {
        return Multi.createFrom()
                .iterable(records)
                .onItem()
                .transformToUniAndConcatenate(taken -> taken.reading() instanceof DecodedRecord.DeadLetter letter
                        ? deadLetters.deadLetter(taken.origin(), new Rejection(letter.reason(), letter.detail()))
                        : Uni.createFrom().voidItem())
                .collect()
                .last()
                .replaceWithVoid();
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

    private <T> Uni<T> retry(String step, Supplier<Uni<T>> work) {
        return retries.retry(IntakeStep.of(topic, step), work);
    }
}
