package dev.agenthost.gateway.inbound.kafka;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.gateway.inbound.Slices;
import dev.agenthost.gateway.publication.AdapterReceipts;
import dev.agenthost.gateway.publication.EventLog;
import dev.agenthost.gateway.raw.RawKeeper;
import dev.agenthost.gateway.raw.RawOutcome;
import dev.agenthost.gateway.raw.RawTurn;
import dev.agenthost.protocol.inbound.InboundReader;
import dev.agenthost.protocol.inbound.InboundRecord;
import dev.agenthost.protocol.inbound.Verdict;
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
class AdapterRecords {

    private static final Logger LOG = Logger.getLogger(AdapterRecords.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** Slices in memory at once, whatever the number of adapters. */
    private static final int AT_WORK = 4;

    private final InboundReader reader;
    private final RawKeeper payloads;
    private final EventLog events;
    private final AdapterReceipts receipts;
    private final DeadLetters deadLetters;
    private final InstantSource clock;
    private final Semaphore room = new Semaphore(AT_WORK, true);

    AdapterRecords(
            InboundReader reader,
            @Identifier("patient") RawKeeper payloads,
            @Identifier("patient") EventLog events,
            AdapterReceipts receipts,
            DeadLetters deadLetters,
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
        RawTurn turn = payloads.turn();
        for (List<ConsumerRecord<byte[], byte[]>> slice : Slices.of(records, AdapterRecords::size)) {
            insist(slice, turn);
        }
    }

    private void insist(List<ConsumerRecord<byte[], byte[]>> slice, RawTurn turn) throws InterruptedException {
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
    private void serveOnce(List<ConsumerRecord<byte[], byte[]>> slice, RawTurn turn)
            throws ExecutionException, InterruptedException {
        Instant now = clock.instant();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        Drill.at("gateway.10-accepted");
        for (Judged judged : judged(slice, turn, now)) {
            CompletableFuture<Void> one = send(judged, turn).toCompletableFuture();
            sent.add(one);
            if (one.isCompletedExceptionally()) {
                break; // what follows must not overtake it
            }
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        Drill.at("gateway.20-published");
    }

    private record Judged(
            ConsumerRecord<byte[], byte[]> record, Verdict verdict, CompletableFuture<RawOutcome> payload) {}

    /** What events came with is kept while the others are judged: all of a slice wait as long as one does. */
    private List<Judged> judged(List<ConsumerRecord<byte[], byte[]>> slice, RawTurn turn, Instant now) {
        List<Judged> judged = new ArrayList<>(slice.size());
        for (ConsumerRecord<byte[], byte[]> record : slice) {
            Verdict verdict = judge(record, now);
            judged.add(new Judged(
                    record,
                    verdict,
                    verdict instanceof Verdict.Publish publish
                            ? turn.keep(publish.envelope(), publish.raw())
                            : CompletableFuture.completedFuture(new RawOutcome.Nothing())));
        }
        return judged;
    }

    private Verdict judge(ConsumerRecord<byte[], byte[]> record, Instant now) {
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
            return new Verdict.SetAside(DeadLetterReason.UNDECODABLE, "$ cannot be read");
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

    private CompletionStage<Void> send(Judged judged, RawTurn turn) throws InterruptedException {
        return switch (judged.verdict()) {
            case Verdict.Publish(var envelope, var raw, var traceparent) ->
                events.publish(turn.await(judged.payload()).in(envelope), traceparent);
            case Verdict.Receipt(var receipt, var traceparent) -> receipts.publish(receipt, traceparent);
            case Verdict.SetAside(var reason, var detail) -> deadLetters.put(judged.record(), reason, detail);
        };
    }

    private static long size(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? 0 : record.value().length;
    }
}
