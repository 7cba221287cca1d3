package dev.agenthost.delivery.run.kafka;

import dev.agenthost.delivery.run.BatchPlan;
import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.run.DeltaFeed;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.run.ResultRecordDecoder;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Applies {@code agent.run-results}. What cannot be read, or is refused by the database as data, becomes a dead letter; any
 * other failure is met again and again in place, so that order holds, and this replica is not ready meanwhile.
 */
@ApplicationScoped
class RunResultConsumer {

    private static final Logger LOG = Logger.getLogger(RunResultConsumer.class);

    private static final String RUN_STARTED = "run.started";

    private final ResultProgressRepository ledger;
    private final DeadLetterProducer deadLetters;
    private final Wakeup sends;
    private final ConsumerRetryPolicy inPlace;
    private final DeltaFeed deltas;

    RunResultConsumer(
            ResultProgressRepository ledger,
            DeadLetterProducer deadLetters,
            Wakeup sends,
            ConsumerRetryPolicy inPlace,
            DeltaFeed deltas) {
        this.ledger = ledger;
        this.deadLetters = deadLetters;
        this.sends = sends;
        this.inPlace = inPlace;
        this.deltas = deltas;
    }

    /** A record beside what was read of it. */
    private record Readable(ConsumerRecord<byte[], byte[]> raw, ResultRecord record) {}

    @Incoming("run-results")
    Uni<Void> apply(ConsumerRecords<byte[], byte[]> batch) {
        FailPoint.at("delivery.10-read");
        // Whatever else goes wrong, be it a bug of ours: the batch is not acknowledged.
        return inPlace.untilDone(() -> read(batch));
    }

    private Uni<Void> read(ConsumerRecords<byte[], byte[]> batch) {
        List<Readable> readable = new ArrayList<>();
        List<ResultRecord> all = new ArrayList<>();
        Set<String> begun = new HashSet<>();
        Uni<Void> work = Uni.createFrom().voidItem();
        for (ConsumerRecord<byte[], byte[]> raw : batch) {
            boolean deltasOnly = header(raw, CloudEventHeaders.DELTAS_ONLY) != null;
            if (deltasOnly && !isShown(raw, begun)) {
                continue; // Nothing in it is sent, and what follows it is higher.
            }
            switch (ResultRecordDecoder.read(raw.value())) {
                case ResultRecordDecoder.Reading.Read(var results) -> {
                    var record = new ResultRecord(
                            raw.partition(), raw.offset(), results, header(raw, CloudEventHeaders.TRACEPARENT));
                    all.add(record);
                    if (deltas.isOn()
                            && RUN_STARTED.equals(results.results().getFirst().type())) {
                        begun.add(results.runId().toString());
                    }
                    if (!deltasOnly) {
                        readable.add(new Readable(raw, record));
                    }
                }
                case ResultRecordDecoder.Reading.Unreadable(var reason, var detail) ->
                    work = work.chain(() -> setAside(raw, reason, detail));
            }
        }
        // Before the next batch, which may hold the end: a delta that comes later than that would be a nuisance.
        return work.chain(() -> apply(readable)).chain(() -> deltas.show(all));
    }

    private Uni<Void> apply(List<Readable> records) {
        if (records.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return inPlace.untilDone(() ->
                        ledger.apply(records.stream().map(Readable::record).toList()))
                .invoke(this::applied)
                .replaceWithVoid()
                .onFailure(DataRejectedException.class)
                .recoverWithUni(refused -> divide(records, ((DataRejectedException) refused).sqlState()));
    }

    private void applied(BatchPlan plan) {
        FailPoint.at("delivery.30-committed");
        deltas.applied(plan);
        if (!plan.sends().isEmpty()) {
            sends.wake();
        }
    }

    /** Finds what the database refuses by halving, and sets only that aside. */
    private Uni<Void> divide(List<Readable> records, String sqlState) {
        if (records.size() == 1) {
            return setAside(records.getFirst().raw(), DeadLetterReason.REFUSED_BY_DATABASE, "SQLSTATE " + sqlState);
        }
        int middle = records.size() / 2;
        return apply(records.subList(0, middle)).chain(() -> apply(records.subList(middle, records.size())));
    }

    private Uni<Void> setAside(ConsumerRecord<byte[], byte[]> raw, DeadLetterReason reason, String detail) {
        LOG.warnf(
                "dead letter: topic=%s partition=%d offset=%d errorCode=%s (%s)",
                raw.topic(), raw.partition(), raw.offset(), reason.wire(), detail);
        return inPlace.untilDone(() -> deadLetters.publish(raw, reason, detail));
    }

    /** A run that begins in this batch may turn out to be one that is shown. */
    private boolean isShown(ConsumerRecord<byte[], byte[]> raw, Set<String> begun) {
        String run = raw.key() == null ? "" : new String(raw.key(), StandardCharsets.UTF_8);
        return begun.contains(run) || deltas.follows(run);
    }

    private static @Nullable String header(ConsumerRecord<?, ?> raw, String name) {
        Header header = raw.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
