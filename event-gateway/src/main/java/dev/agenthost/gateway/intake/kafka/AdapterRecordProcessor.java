package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.gateway.inbound.InboundDecision;
import dev.agenthost.gateway.inbound.InboundReader;
import dev.agenthost.gateway.inbound.InboundRecord;
import dev.agenthost.gateway.intake.AdapterReceiptProducer;
import dev.agenthost.gateway.intake.BatchSplitter;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.rawpayload.RawPayloadBatch;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.BatchHandler;
import dev.agenthost.platform.kafka.BatchIntake;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.DecodeOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.platform.kafka.TopicFlow;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Processes records of one adapter in their order, a slice at a time: memory of a slice is released before the next is
 * read. The intake repeats a slice as a whole, in the same order; consumers drop repeated events.
 */
@ApplicationScoped
class AdapterRecordProcessor {

    private static final Logger LOG = Logger.getLogger(AdapterRecordProcessor.class);
    /** Most slices in memory, independent of the number of adapters. */
    private static final int MAX_CONCURRENT_SLICES = 4;

    private final InboundReader reader;
    private final RawPayloadWriter payloads;
    private final EventProducer events;
    private final AdapterReceiptProducer receipts;
    private final DeadLetterProducer deadLetters;
    private final ConsumerRetryPolicy retries;
    private final TopicFlow flow;
    private final InstantSource clock;
    private final Semaphore room = new Semaphore(MAX_CONCURRENT_SLICES, true);

    AdapterRecordProcessor(
            InboundReader reader,
            @Identifier("patient") RawPayloadWriter payloads,
            @Identifier("patient") EventProducer events,
            AdapterReceiptProducer receipts,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            TopicFlow flow,
            InstantSource clock) {
        this.reader = reader;
        this.payloads = payloads;
        this.events = events;
        this.receipts = receipts;
        this.deadLetters = deadLetters;
        this.retries = retries;
        this.flow = flow;
        this.clock = clock;
    }

    /** Completes when every record is on {@code agent.events} or dead-lettered, and acknowledged. Never fails. */
    Uni<Void> process(String topic, List<ConsumerRecord<byte[], byte[]>> records) {
        BatchIntake<ConsumerRecord<byte[], byte[]>> intake = BatchIntake.ofTopic(topic, deadLetters, retries);
        var handler = new Handler(payloads.turn());
        return Multi.createFrom()
                .iterable(BatchSplitter.of(records, AdapterRecordProcessor::size))
                .onItem()
                .transformToUniAndConcatenate(slice ->
                        intake.process(slice, handler).invoke(() -> flow.acknowledge(InboundConsumer.CHANNEL, slice)))
                .collect()
                .last()
                .replaceWithVoid();
    }

    /** Reads the records while it applies them, so that no event of a slice is in memory while its dead letters wait for their topic. */
    private final class Handler implements BatchHandler<ConsumerRecord<byte[], byte[]>> {
        private final RawPayloadBatch turn;

        Handler(RawPayloadBatch turn) {
            this.turn = turn;
        }

        @Override
        public DecodeOutcome<ConsumerRecord<byte[], byte[]>> decode(ConsumerRecord<byte[], byte[]> record) {
            return new DecodeOutcome.Decoded<>(record);
        }

        @Override
        public Uni<Map<Integer, Rejection>> apply(
                List<ConsumerRecord<byte[], byte[]>> slice, List<OffsetAdvance> advances) {
            return Uni.createFrom()
                    .item(Unchecked.supplier(() -> publish(slice, turn)))
                    // Sending may block while Kafka is unavailable.
                    .runSubscriptionOn(
                            task -> Thread.ofVirtual().name("inbound").start(task));
        }

        @Override
        public @Nullable Duration applyTimeout() {
            return null;
        }
    }

    private Map<Integer, Rejection> publish(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn)
            throws Exception {
        room.acquire();
        try {
            return publishAll(slice, turn);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        } finally {
            room.release();
        }
    }

    /** Returns the rejected records by their index, once all others are published. */
    private Map<Integer, Rejection> publishAll(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn)
            throws ExecutionException, InterruptedException {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        Map<Integer, Rejection> rejected = new HashMap<>();
        FailPoint.at("gateway.10-accepted");
        List<PendingDecision> judged = judged(slice, turn);
        for (int i = 0; i < judged.size(); i++) {
            CompletableFuture<RawPayloadOutcome> payload = judged.get(i).payload();
            CompletableFuture<Void> one =
                    switch (judged.get(i).verdict()) {
                        case InboundDecision.Publish(var envelope, var raw, var traceparent) ->
                            events.publish(turn.await(payload).in(envelope), traceparent)
                                    .toCompletableFuture();
                        case InboundDecision.Receipt(var receipt, var traceparent) ->
                            receipts.publish(receipt, traceparent).toCompletableFuture();
                        case InboundDecision.DeadLettered(var reason, var detail) -> {
                            rejected.put(i, new Rejection(reason, detail));
                            yield CompletableFuture.completedFuture(null);
                        }
                    };
            sent.add(one);
            if (one.isCompletedExceptionally()) {
                break; // later records must not overtake it
            }
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        FailPoint.at("gateway.20-published");
        return rejected;
    }

    private record PendingDecision(InboundDecision verdict, CompletableFuture<RawPayloadOutcome> payload) {}

    /**
     * Stores the payloads of a slice concurrently while its records are read, so that the slice waits only as long as
     * one payload.
     */
    private List<PendingDecision> judged(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn) {
        Instant now = clock.instant();
        List<PendingDecision> judged = new ArrayList<>(slice.size());
        for (ConsumerRecord<byte[], byte[]> record : slice) {
            InboundDecision verdict = judge(record, now);
            judged.add(new PendingDecision(
                    verdict,
                    verdict instanceof InboundDecision.Publish publish
                            ? turn.keep(publish.envelope(), publish.raw())
                            : CompletableFuture.completedFuture(new RawPayloadOutcome.Nothing())));
        }
        return judged;
    }

    private InboundDecision judge(ConsumerRecord<byte[], byte[]> record, Instant now) {
        try {
            return reader.read(inbound(record), now);
        } catch (RuntimeException | StackOverflowError broken) {
            // The same record gets the same verdict at every read, so a retry would block all that follow. The error
            // may hold content of the record, so only its type is logged.
            LOG.errorf(
                    "a record breaks its reader: topic=%s partition=%d offset=%d errorCode=%s",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    broken.getClass().getName());
            return new InboundDecision.DeadLettered(DeadLetterReason.UNDECODABLE, "$ cannot be read");
        }
    }

    private static InboundRecord inbound(ConsumerRecord<byte[], byte[]> record) {
        RecordPosition position = new RecordPosition(record.topic(), record.partition(), record.offset());
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return new InboundRecord(position, headers, record.value());
    }

    static long size(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? 0 : record.value().length;
    }
}
