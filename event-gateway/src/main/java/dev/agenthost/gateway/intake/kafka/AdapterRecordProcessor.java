package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.gateway.intake.AdapterReceiptProducer;
import dev.agenthost.gateway.intake.BatchSplitter;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.rawpayload.RawPayloadBatch;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.IntakeStep;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.protocol.inbound.InboundDecision;
import dev.agenthost.protocol.inbound.InboundReader;
import dev.agenthost.protocol.inbound.InboundRecord;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jboss.logging.Logger;

/**
 * Processes records of one adapter in their order, a slice at a time: memory of a slice is released before the next is
 * read. While Kafka is unavailable, or after an error of this process, the slice is retried in place and no record is
 * skipped; the replica is not ready meanwhile. Only a record that breaks the reader itself is dead-lettered.
 */
@ApplicationScoped
class AdapterRecordProcessor {

    private static final Logger LOG = Logger.getLogger(AdapterRecordProcessor.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final String CHANNEL = "inbound";
    /** Most slices in memory, independent of the number of adapters. */
    private static final int AT_WORK = 4;

    private final InboundReader reader;
    private final RawPayloadWriter payloads;
    private final EventProducer events;
    private final AdapterReceiptProducer receipts;
    private final DeadLetterProducer deadLetters;
    private final RetryStatus status;
    private final InstantSource clock;
    private final Semaphore room = new Semaphore(AT_WORK, true);

    AdapterRecordProcessor(
            InboundReader reader,
            @Identifier("patient") RawPayloadWriter payloads,
            @Identifier("patient") EventProducer events,
            AdapterReceiptProducer receipts,
            DeadLetterProducer deadLetters,
            RetryStatus status,
            InstantSource clock) {
        this.reader = reader;
        this.payloads = payloads;
        this.events = events;
        this.receipts = receipts;
        this.deadLetters = deadLetters;
        this.status = status;
        this.clock = clock;
    }

    /** Blocks until every record is on {@code agent.events} or dead-lettered. */
    void serve(List<ConsumerRecord<byte[], byte[]>> records) throws InterruptedException {
        RawPayloadBatch turn = payloads.turn();
        for (List<ConsumerRecord<byte[], byte[]>> slice : BatchSplitter.of(records, AdapterRecordProcessor::size)) {
            // Outside of the slots: a dead-letter topic that is missing must not hold up other adapters.
            for (Judged rejected : publishAll(slice, turn)) {
                deadLetter(rejected);
            }
        }
    }

    /** Returns the records to dead-letter, once all others are published. */
    private List<Judged> publishAll(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn)
            throws InterruptedException {
        return repeat("publishing records", slice.getFirst().topic(), () -> {
            room.acquire();
            try {
                return publishOnce(slice, turn);
            } finally {
                room.release();
            }
        });
    }

    /**
     * Repeats a step until it succeeds. No caller sees an exception or an error of this thread: the thread would end, and the batch of
     * all adapters would wait for it for ever.
     */
    private <T> T repeat(String step, String topic, Callable<T> work) throws InterruptedException {
        Object attempt = new Object();
        Duration pause = FIRST_PAUSE;
        try {
            while (true) {
                try {
                    return work.call();
                } catch (InterruptedException stopping) {
                    throw stopping;
                } catch (ExecutionException failure) {
                    failed(attempt, step, topic, failure.getCause() == null ? failure : failure.getCause());
                } catch (Exception | Error failure) {
                    failed(attempt, step, topic, failure);
                }
                Thread.sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } finally {
            status.ended(attempt);
        }
    }

    private void failed(Object attempt, String step, String topic, Throwable failure) {
        if (status.failed(attempt, IntakeStep.of(CHANNEL, step + " of " + topic), failure)) {
            LOG.warnf(failure, "records of an adapter wait: topic=%s, %s failed", topic, step);
        }
    }

    /**
     * Publishes a slice once; after a failure the whole slice is repeated in the same order, and consumers drop
     * repeated events.
     */
    private List<Judged> publishOnce(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn)
            throws ExecutionException, InterruptedException {
        Instant now = clock.instant();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        List<Judged> rejected = new ArrayList<>();
        FailPoint.at("gateway.10-accepted");
        for (Judged judged : judged(slice, turn, now)) {
            if (judged.verdict() instanceof InboundDecision.SetAside) {
                rejected.add(judged);
                continue;
            }
            CompletableFuture<Void> one = send(judged, turn).toCompletableFuture();
            sent.add(one);
            if (one.isCompletedExceptionally()) {
                break; // later records must not overtake it
            }
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        FailPoint.at("gateway.20-published");
        return rejected;
    }

    private void deadLetter(Judged rejected) throws InterruptedException {
        if (rejected.verdict() instanceof InboundDecision.SetAside(var reason, var detail)) {
            repeat("a dead letter", rejected.record().topic(), () -> deadLetters
                    .deadLetter(CHANNEL, rejected.record(), new Rejection(reason, detail))
                    .subscribeAsCompletionStage()
                    .get());
        }
    }

    private record Judged(
            ConsumerRecord<byte[], byte[]> record,
            InboundDecision verdict,
            CompletableFuture<RawPayloadOutcome> payload) {}

    /**
     * Stores the payloads of a slice concurrently while its records are read, so that the slice waits only as long as
     * one payload.
     */
    private List<Judged> judged(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn, Instant now) {
        List<Judged> judged = new ArrayList<>(slice.size());
        for (ConsumerRecord<byte[], byte[]> record : slice) {
            InboundDecision verdict = judge(record, now);
            judged.add(new Judged(
                    record,
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
            return new InboundDecision.SetAside(DeadLetterReason.UNDECODABLE, "$ cannot be read");
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

    private CompletionStage<Void> send(Judged judged, RawPayloadBatch turn) throws InterruptedException {
        return switch (judged.verdict()) {
            case InboundDecision.Publish(var envelope, var raw, var traceparent) ->
                events.publish(turn.await(judged.payload()).in(envelope), traceparent);
            case InboundDecision.Receipt(var receipt, var traceparent) -> receipts.publish(receipt, traceparent);
            case InboundDecision.SetAside rejected ->
                throw new IllegalArgumentException("a rejected record is not sent");
        };
    }

    private static long size(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? 0 : record.value().length;
    }
}
