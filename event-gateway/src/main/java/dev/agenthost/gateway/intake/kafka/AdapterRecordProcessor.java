package dev.agenthost.gateway.intake.kafka;

import dev.agenthost.gateway.intake.AdapterReceiptProducer;
import dev.agenthost.gateway.intake.BatchSplitter;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.rawpayload.RawPayloadBatch;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.failpoint.FailPoint;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jboss.logging.Logger;

/**
 * Serves records of one adapter in their order, a slice at a time: what is read of a slice is forgotten before the next is read. While
 * Kafka takes nothing, a slice is tried again in place, and nothing is passed over; so it is after an error of this process, which readiness
 * tells when it lasts. Only what breaks the reader itself is set aside.
 */
@ApplicationScoped
class AdapterRecordProcessor {

    private static final Logger LOG = Logger.getLogger(AdapterRecordProcessor.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** Slices in memory at once, whatever the number of adapters. */
    private static final int AT_WORK = 4;

    private final InboundReader reader;
    private final RawPayloadWriter payloads;
    private final EventProducer events;
    private final AdapterReceiptProducer receipts;
    private final DeadLetterProducer deadLetters;
    private final InstantSource clock;
    private final Semaphore room = new Semaphore(AT_WORK, true);

    AdapterRecordProcessor(
            InboundReader reader,
            @Identifier("patient") RawPayloadWriter payloads,
            @Identifier("patient") EventProducer events,
            AdapterReceiptProducer receipts,
            DeadLetterProducer deadLetters,
            InstantSource clock) {
        this.reader = reader;
        this.payloads = payloads;
        this.events = events;
        this.receipts = receipts;
        this.deadLetters = deadLetters;
        this.clock = clock;
    }

    /** Blocks until all of them are on {@code agent.events} or set aside. */
    void serve(List<ConsumerRecord<byte[], byte[]>> records) throws InterruptedException {
        RawPayloadBatch turn = payloads.turn();
        for (List<ConsumerRecord<byte[], byte[]>> slice : BatchSplitter.of(records, AdapterRecordProcessor::size)) {
            insist(slice, turn);
        }
    }

    private void insist(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn) throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        while (true) {
            room.acquire();
            try {
                serveOnce(slice, turn);
                return;
            } catch (ExecutionException | RuntimeException failure) {
                LOG.warnf(
                        "records of an adapter wait: topic=%s, %d of them, errorCode=%s",
                        slice.getFirst().topic(), slice.size(), failure);
            } catch (Error broken) {
                // Nobody else hears of it: this thread would end, and the batch of all adapters wait for it for ever.
                LOG.errorf(
                        broken,
                        "records of an adapter wait: topic=%s, %d of them",
                        slice.getFirst().topic(),
                        slice.size());
            } finally {
                room.release();
            }
            Thread.sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /** All or none counts: a repetition puts the same events there again, in the same order, and consumers drop them. */
    private void serveOnce(List<ConsumerRecord<byte[], byte[]>> slice, RawPayloadBatch turn)
            throws ExecutionException, InterruptedException {
        Instant now = clock.instant();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        FailPoint.at("gateway.10-accepted");
        for (Judged judged : judged(slice, turn, now)) {
            CompletableFuture<Void> one = send(judged, turn).toCompletableFuture();
            sent.add(one);
            if (one.isCompletedExceptionally()) {
                break; // what follows must not overtake it
            }
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        FailPoint.at("gateway.20-published");
    }

    private record Judged(
            ConsumerRecord<byte[], byte[]> record,
            InboundDecision verdict,
            CompletableFuture<RawPayloadOutcome> payload) {}

    /** What events came with is kept while the others are judged: all of a slice wait as long as one does. */
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
            // The same record gets the same verdict whenever it is read: to try again would hold up all that follow.
            // What it says may be in what broke, so only its kind is told.
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
            case InboundDecision.SetAside(var reason, var detail) -> deadLetters.put(judged.record(), reason, detail);
        };
    }

    private static long size(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? 0 : record.value().length;
    }
}
