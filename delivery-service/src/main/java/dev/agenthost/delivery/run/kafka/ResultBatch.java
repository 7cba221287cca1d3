package dev.agenthost.delivery.run.kafka;

import dev.agenthost.delivery.run.BatchPlan;
import dev.agenthost.delivery.run.DataRejectedException;
import dev.agenthost.delivery.run.DeltaFeed;
import dev.agenthost.delivery.run.ProgressFeed;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.run.ResultRecordDecoder;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.BatchHandler;
import dev.agenthost.platform.kafka.DecodeOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** One batch of {@code agent.run-results}: stores progress and parts, and collects the records whose deltas adapters receive. */
final class ResultBatch implements BatchHandler<ResultRecord> {
    private static final String RUN_STARTED = "run.started";

    private final ResultProgressRepository repository;
    private final DeltaFeed deltas;
    private final ProgressFeed graphs;
    private final Wakeup sends;
    private final List<ResultRecord> deltaRecords = new ArrayList<>();
    private final Set<String> started = new HashSet<>();

    ResultBatch(ResultProgressRepository repository, DeltaFeed deltas, ProgressFeed graphs, Wakeup sends) {
        this.repository = repository;
        this.deltas = deltas;
        this.graphs = graphs;
        this.sends = sends;
    }

    /** Skips records that hold only deltas: nothing of them is stored, and the following record has a higher position. */
    @Override
    public DecodeOutcome<ResultRecord> decode(ConsumerRecord<byte[], byte[]> raw) {
        boolean deltasOnly = header(raw, CloudEventHeaders.DELTAS_ONLY) != null;
        if (deltasOnly && !needsDeltas(raw)) {
            return new DecodeOutcome.Skipped<>();
        }
        return switch (ResultRecordDecoder.read(raw.value())) {
            case ResultRecordDecoder.Reading.Read(var results) -> {
                var record = new ResultRecord(
                        raw.partition(), raw.offset(), results, header(raw, CloudEventHeaders.TRACEPARENT));
                if (deltas.isOn()
                        && RUN_STARTED.equals(results.results().getFirst().type())) {
                    started.add(results.runId().toString());
                }
                deltaRecords.add(record);
                yield deltasOnly ? new DecodeOutcome.Skipped<>() : new DecodeOutcome.Decoded<>(record);
            }
            case ResultRecordDecoder.Reading.Unreadable(var reason, var detail) ->
                DecodeOutcome.rejected(reason, detail);
        };
    }

    @Override
    public Uni<Map<Integer, Rejection>> apply(List<ResultRecord> records, List<OffsetAdvance> advances) {
        return repository.apply(records, advances).invoke(this::applied).map(plan -> Map.of());
    }

    @Override
    public Optional<Rejection> rejection(Throwable failure) {
        return failure instanceof DataRejectedException refused
                ? Optional.of(Rejection.byDatabase(refused.sqlState()))
                : Optional.empty();
    }

    /** The records of the batch whose deltas may be published, in their order. */
    List<ResultRecord> deltaRecords() {
        return deltaRecords;
    }

    private void applied(BatchPlan plan) {
        FailPoint.at("delivery.30-committed");
        deltas.applied(plan);
        graphs.applied(plan);
        if (!plan.sends().isEmpty()) {
            sends.wake();
        }
    }

    /** An adapter may receive deltas of a run that begins in this batch. */
    private boolean needsDeltas(ConsumerRecord<byte[], byte[]> raw) {
        String run = raw.key() == null ? "" : new String(raw.key(), StandardCharsets.UTF_8);
        return started.contains(run) || deltas.follows(run);
    }

    private static @Nullable String header(ConsumerRecord<?, ?> raw, String name) {
        Header header = raw.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
