package dev.agenthost.gateway.inbound.kafka;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.gateway.publication.AdapterReceipts;
import dev.agenthost.gateway.publication.EventLog;
import dev.agenthost.gateway.raw.RawKeeper;
import dev.agenthost.gateway.raw.RawOutcome;
import dev.agenthost.protocol.inbound.InboundReader;
import dev.agenthost.protocol.inbound.InboundRecord;
import dev.agenthost.protocol.inbound.Verdict;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * Turns batches of adapters' records into events, in order. A batch is acknowledged when all of it is on {@code agent.events} or
 * set aside; while Kafka takes nothing, the batch is tried again in place, and never acknowledged unserved.
 */
@ApplicationScoped
public class InboundConsumer {

    private static final Logger LOG = Logger.getLogger(InboundConsumer.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final InboundReader reader;
    private final RawKeeper payloads;
    private final EventLog events;
    private final AdapterReceipts receipts;
    private final DeadLetters deadLetters;
    private final InstantSource clock;

    InboundConsumer(
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

    /** Completes when the batch is served. When the process stops before that, it never does, and the batch is read again. */
    @Incoming("inbound")
    Uni<Void> consume(ConsumerRecords<byte[], byte[]> batch) {
        CompletableFuture<Void> served = new CompletableFuture<>();
        // Sending may block while Kafka is away: not on the thread that brought the batch.
        Thread.ofVirtual().name("inbound-batch").start(() -> serve(batch, served));
        return Uni.createFrom().completionStage(served);
    }

    private void serve(ConsumerRecords<byte[], byte[]> batch, CompletableFuture<Void> served) {
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                serveOnce(batch);
                served.complete(null);
                return;
            } catch (ExecutionException | RuntimeException failure) {
                LOG.warnf("records of adapters wait: %d in the batch, errorCode=%s", batch.count(), failure);
            } catch (InterruptedException stopping) {
                return;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException stopping) {
                return;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /** All or none counts: a repetition puts the same events there again, in the same order, and consumers drop them. */
    private void serveOnce(ConsumerRecords<byte[], byte[]> batch) throws ExecutionException, InterruptedException {
        Instant now = clock.instant();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        Drill.at("gateway.10-accepted");
        for (Judged judged : judged(batch, now)) {
            CompletableFuture<Void> one = serve(judged).toCompletableFuture();
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

    /** What events came with is kept while the others are judged: all of a batch wait as long as one does. */
    private List<Judged> judged(ConsumerRecords<byte[], byte[]> batch, Instant now) {
        List<Judged> judged = new ArrayList<>(batch.count());
        for (ConsumerRecord<byte[], byte[]> record : batch) {
            Verdict verdict = judge(record, now);
            judged.add(new Judged(
                    record,
                    verdict,
                    verdict instanceof Verdict.Publish publish
                            ? payloads.keep(publish.envelope(), publish.raw())
                            : CompletableFuture.completedFuture(new RawOutcome.Nothing())));
        }
        return judged;
    }

    private Verdict judge(ConsumerRecord<byte[], byte[]> record, Instant now) {
        RecordPosition position = new RecordPosition(record.topic(), record.partition(), record.offset());
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return reader.read(new InboundRecord(position, headers, record.value()), now);
    }

    private CompletionStage<Void> serve(Judged judged) throws ExecutionException, InterruptedException {
        return switch (judged.verdict()) {
            case Verdict.Publish(var envelope, var raw, var traceparent) ->
                events.publish(judged.payload().get().in(envelope), traceparent);
            case Verdict.Receipt(var receipt, var traceparent) -> receipts.publish(receipt, traceparent);
            case Verdict.SetAside(var reason, var detail) -> deadLetters.put(judged.record(), reason, detail);
        };
    }
}
