package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.RecordResolution;
import dev.agenthost.binding.resolution.ResolutionEffects;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.binding.resolution.RowWriteOutcome;
import dev.agenthost.binding.resolution.TakeoverRegistry;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.BatchHandler;
import dev.agenthost.platform.kafka.DecodeOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The records of one poll: resolved in memory with one set of bindings, stored in one statement, then published and marked. */
final class EventBatch implements BatchHandler<EventBatch.ResolvedEvent> {
    /** A record and its resolution. */
    record ResolvedEvent(ConsumerRecord<byte[], byte[]> record, ResolutionRow row) {}

    private final ResolutionSteps steps;
    private final BindingCache bindings;
    private final TakeoverRegistry takeovers;
    private BindingSet set;

    EventBatch(ResolutionSteps steps, BindingCache bindings, TakeoverRegistry takeovers, BindingSet set) {
        this.steps = steps;
        this.bindings = bindings;
        this.takeovers = takeovers;
        this.set = set;
    }

    @Override
    public DecodeOutcome<ResolvedEvent> decode(ConsumerRecord<byte[], byte[]> record) {
        RecordPosition position = new RecordPosition(record.topic(), record.partition(), record.offset());
        return switch (RecordResolution.of(
                record.value(), position, traceparent(record), set, takeovers, Instant.now())) {
            case RecordResolution.Resolved(var row) -> new DecodeOutcome.Decoded<>(new ResolvedEvent(record, row));
            case RecordResolution.Unreadable(var reason, var detail) -> DecodeOutcome.rejected(reason, detail);
        };
    }

    @Override
    public Uni<Map<Integer, Rejection>> apply(List<ResolvedEvent> events, List<OffsetAdvance> advances) {
        List<ResolutionRow> rows = events.stream().map(ResolvedEvent::row).toList();
        return steps.store(rows, set.revision(), advances).chain(written -> switch (written) {
            case BatchWriteOutcome.Done(List<RowWriteOutcome> outcomes) -> conclude(rows, outcomes);
            case BatchWriteOutcome.Outdated() ->
                steps.loadBindings(bindings).chain(changed -> resolveAgain(events, changed, advances));
        });
    }

    /** Returns true: resolutions are published after their transaction, and a second read keeps a conversation's order. */
    @Override
    public boolean isAppliedAfterTransaction() {
        return true;
    }

    /** Resolves events again after a binding changed. */
    private Uni<Map<Integer, Rejection>> resolveAgain(
            List<ResolvedEvent> events, BindingSet changed, List<OffsetAdvance> advances) {
        set = changed;
        List<ResolvedEvent> again = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        Map<Integer, Rejection> rejected = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            switch (decode(events.get(i).record())) {
                case DecodeOutcome.Decoded<ResolvedEvent>(ResolvedEvent event) -> {
                    again.add(event);
                    indexes.add(i);
                }
                case DecodeOutcome.Rejected<ResolvedEvent>(Rejection why) -> rejected.put(i, why);
                case DecodeOutcome.Skipped<ResolvedEvent>() -> {}
            }
        }
        return apply(again, advances).map(refused -> {
            refused.forEach((index, why) -> rejected.put(indexes.get(index), why));
            return rejected;
        });
    }

    private Uni<Map<Integer, Rejection>> conclude(List<ResolutionRow> rows, List<RowWriteOutcome> outcomes) {
        FailPoint.at("binding.20-stored");
        ResolutionEffects effects = ResolutionEffects.of(rows, outcomes, Instant.now());
        return steps.perform(effects)
                .invoke(() -> FailPoint.at("binding.40-marked"))
                .map(done -> refused(rows, effects));
    }

    private static Map<Integer, Rejection> refused(List<ResolutionRow> rows, ResolutionEffects effects) {
        Map<Integer, Rejection> refused = new HashMap<>();
        effects.refused()
                .forEach(refusal -> refused.put(
                        rows.indexOf(refusal.row()),
                        new Rejection(DeadLetterReason.REFUSED_BY_DATABASE, refusal.why())));
        return refused;
    }

    /** Returns null: each step has its own limit; a publication waits for an unavailable broker. */
    @Override
    public @Nullable Duration applyTimeout() {
        return null;
    }

    private static @Nullable String traceparent(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(CloudEventHeaders.TRACEPARENT);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
