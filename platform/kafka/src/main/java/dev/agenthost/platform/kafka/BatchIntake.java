package dev.agenthost.platform.kafka;

import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * Decodes and applies the batches of one channel.
 *
 * <pre>
 * records ─► decode ─► apply, with the offsets ─► dead letters ─► done
 *                        ▲ │
 *     halves, in order ──┘ ├─ data refused, or a defect: bisect; a single record becomes a dead letter
 *                          └─ any other failure: the same again, in place
 * </pre>
 */
public final class BatchIntake<T> {
    private static final Logger LOG = Logger.getLogger(BatchIntake.class);
    private final String channel;
    private final DeadLetterProducer deadLetters;
    private final ConsumerRetryPolicy retries;
    private final AppliedOffsetRegistry offsets;
    private final RetryScope deadLetterScope;

    /** Creates the intake of a channel whose progress Kafka alone stores. */
    public BatchIntake(String channel, DeadLetterProducer deadLetters, ConsumerRetryPolicy retries) {
        this(channel, deadLetters, retries, new AppliedOffsetRegistry());
    }

    /** Creates the intake of one topic of several, whose progress Kafka alone stores: the replica does not wait for its dead letters. */
    public static <T> BatchIntake<T> ofTopic(
            String topic, DeadLetterProducer deadLetters, ConsumerRetryPolicy retries) {
        return new BatchIntake<>(topic, deadLetters, retries, new AppliedOffsetRegistry(), RetryScope.SOURCE);
    }

    public BatchIntake(
            String channel,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            AppliedOffsetRegistry offsets) {
        this(channel, deadLetters, retries, offsets, RetryScope.REPLICA);
    }

    private BatchIntake(
            String channel,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            AppliedOffsetRegistry offsets,
            RetryScope deadLetterScope) {
        this.channel = channel;
        this.deadLetters = deadLetters;
        this.retries = retries;
        this.offsets = offsets;
        this.deadLetterScope = deadLetterScope;
    }

    private record Item<T>(ConsumerRecord<byte[], byte[]> record, T value) {}

    private record DeadLetter(ConsumerRecord<byte[], byte[]> record, Rejection why) {}

    /** Completes when every record is applied, skipped or dead-lettered. Never fails, and has no time limit. */
    public Uni<Void> process(Iterable<ConsumerRecord<byte[], byte[]>> batch, BatchHandler<T> handler) {
        return Uni.createFrom().deferred(() -> {
            Decoding decoding = new Decoding(batch, handler);
            BatchOffsets moves = new BatchOffsets(offsets, decoding.records);
            return retries.retry(IntakeStep.of(channel, "decoding records"), decoding::run)
                    .chain(() -> apply(decoding.items, decoding.undecodable(), moves, handler))
                    .chain(() -> deadLetter(decoding.rejected, handler))
                    .invoke(moves::settled);
        });
    }

    /** @param open the records of the batch that are not settled when these are applied */
    private Uni<Void> apply(
            List<Item<T>> items,
            List<ConsumerRecord<byte[], byte[]>> open,
            BatchOffsets moves,
            BatchHandler<T> handler) {
        if (items.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        List<T> values = items.stream().map(Item::value).toList();
        List<OffsetAdvance> advances = handler.isAppliedAfterTransaction() ? moves.earlier() : moves.advances(open);
        return step("applying records", handler, items.size(), () -> handler.apply(values, advances))
                .invoke(refused -> {
                    if (refused.isEmpty()) {
                        moves.stored(advances);
                    }
                })
                .chain(refused -> deadLetter(letters(items, refused), handler))
                .onFailure(RefusedException.class)
                .recoverWithUni(failure -> bisect(items, open, moves, handler, ((RefusedException) failure).why));
    }

    /** Finds the refused record; the records before and after it are applied in their order. */
    private Uni<Void> bisect(
            List<Item<T>> items,
            List<ConsumerRecord<byte[], byte[]>> open,
            BatchOffsets moves,
            BatchHandler<T> handler,
            Rejection why) {
        if (items.size() == 1) {
            return deadLetter(List.of(new DeadLetter(items.getFirst().record(), why)), handler);
        }
        List<Item<T>> first = items.subList(0, items.size() / 2);
        List<Item<T>> second = items.subList(first.size(), items.size());
        List<ConsumerRecord<byte[], byte[]>> later = new ArrayList<>(open);
        second.forEach(item -> later.add(item.record()));
        return apply(first, later, moves, handler).chain(() -> apply(second, open, moves, handler));
    }

    /** Returns the step, which fails only with {@link RefusedException}. */
    private <R> Uni<R> step(String name, BatchHandler<T> handler, int records, Supplier<Uni<R>> work) {
        Supplier<Uni<R>> guarded = Defect.guard(records, work);
        return retries.retry(
                new IntakeStep(channel, name, handler.applyTimeout()),
                () -> guarded.get().onFailure().transform(failure -> classify(failure, handler)),
                failure -> !(failure instanceof RefusedException));
    }

    private Throwable classify(Throwable failure, BatchHandler<T> handler) {
        if (failure instanceof DefectException defect) {
            return new RefusedException(new Rejection(DeadLetterReason.INVALID, defect.detail()));
        }
        return handler.rejection(failure).<Throwable>map(RefusedException::new).orElse(failure);
    }

    private List<DeadLetter> letters(List<Item<T>> items, Map<Integer, Rejection> refused) {
        return refused.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new DeadLetter(items.get(entry.getKey()).record(), entry.getValue()))
                .toList();
    }

    private Uni<Void> deadLetter(List<DeadLetter> letters, BatchHandler<T> handler) {
        return Multi.createFrom()
                .iterable(letters)
                .onItem()
                .transformToUniAndConcatenate(letter -> prepare(letter, handler)
                        .chain(() -> deadLetters.deadLetter(channel, letter.record(), letter.why(), deadLetterScope)))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> prepare(DeadLetter letter, BatchHandler<T> handler) {
        return step(
                        "preparing a dead letter",
                        handler,
                        1,
                        () -> handler.beforeDeadLetter(letter.record(), letter.why()))
                .onFailure()
                .recoverWithNull();
    }

    /** The decoding of one batch; after an {@link Error} it continues at the record that caused it. */
    private final class Decoding {
        private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        private final BatchHandler<T> handler;
        private final List<Item<T>> items = new ArrayList<>();
        private final List<DeadLetter> rejected = new ArrayList<>();
        private int next;

        Decoding(Iterable<ConsumerRecord<byte[], byte[]>> batch, BatchHandler<T> handler) {
            batch.forEach(records::add);
            this.handler = handler;
        }

        List<ConsumerRecord<byte[], byte[]>> undecodable() {
            return rejected.stream().map(DeadLetter::record).toList();
        }

        Uni<Void> run() {
            for (; next < records.size(); next++) {
                ConsumerRecord<byte[], byte[]> record = records.get(next);
                switch (decode(record)) {
                    case DecodeOutcome.Decoded<T>(T value) -> items.add(new Item<>(record, value));
                    case DecodeOutcome.Skipped<T>() -> {}
                    case DecodeOutcome.Rejected<T>(Rejection why) -> rejected.add(new DeadLetter(record, why));
                }
            }
            return Uni.createFrom().voidItem();
        }

        /** A record whose decoding throws would throw at every read: a retry would block all records behind it. */
        private DecodeOutcome<T> decode(ConsumerRecord<byte[], byte[]> record) {
            try {
                return handler.decode(record);
            } catch (RuntimeException | StackOverflowError defect) {
                LOG.errorf(
                        "a record cannot be decoded: topic=%s partition=%d offset=%d errorCode=%s",
                        record.topic(), record.partition(), record.offset(), Defect.describe(defect));
                return DecodeOutcome.rejected(DeadLetterReason.UNDECODABLE, Defect.describe(defect));
            }
        }
    }

    /** A failure that no retry of the same values would change. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Rejection why;

        RefusedException(Rejection why) {
            super(why.detail());
            this.why = why;
        }
    }
}
