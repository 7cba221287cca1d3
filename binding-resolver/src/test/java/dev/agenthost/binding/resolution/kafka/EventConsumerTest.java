package dev.agenthost.binding.resolution.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingChange;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.EventConflict;
import dev.agenthost.binding.resolution.KnownResolution;
import dev.agenthost.binding.resolution.ResolutionKey;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.binding.resolution.RowWriteOutcome;
import dev.agenthost.binding.resolution.TakeoverRegistry;
import dev.agenthost.platform.kafka.AppliedOffsetRegistry;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the consumer while the database or Kafka is unavailable. */
class EventConsumerTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final RetryStatus status = new RetryStatus();
    private final List<String> letters = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private final List<Boolean> onContext = new ArrayList<>();

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void aStepThatFailsIsTriedAgainInPlaceAndOnItsContext() throws Exception {
        Away away = new Away(3);

        consume(away, Events.messageOf("demo", "demo", "c1"), Events.messageOf("demo", "demo", "c1"));

        assertThat(steps)
                .containsExactly(
                        "load", "load", "load", "load", // the fourth succeeds
                        "store 2", "store 2", "store 2", "store 2", "publish", "publish", "publish", "publish",
                        "mark 2", "mark 2", "mark 2", "mark 2");
        assertThat(onContext).containsOnly(true);
        assertThat(away.publishedInOrder).isTrue();
        assertThat(status.faults()).isEmpty();
        assertThat(away.seenNotReady).isTrue();
    }

    @Test
    void bindingsThatChangedMeanwhileAreAskedForAndTheEventsResolvedAgain() throws Exception {
        Away away = new Away(0);

        away.newest = 7;
        consume(away, Events.messageOf("demo", "demo", "c1"), Events.messageOf("demo", "demo", "c1"));

        assertThat(steps).containsExactly("load", "load", "store 2", "publish", "mark 2");
    }

    @Test
    void aRowThatBreaksTheStoreIsDeadLetteredAndTheOtherResolved() throws Exception {
        Away away = new Away(0);
        away.broken = "c2";

        consume(away, Events.messageOf("demo", "demo", "c1"), Events.messageOf("demo", "demo", "c2"));

        assertThat(steps).containsExactly("load", "store 1", "publish", "mark 1");
        assertThat(letters).containsExactly("agent.events.dlq", "invalid");
        assertThat(status.faults()).isEmpty();
    }

    private void consume(Away away, EventEnvelope... events) throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (EventEnvelope event : events) {
            records.add(
                    new ConsumerRecord<>(Topics.EVENTS, 3, records.size(), new byte[0], ProtocolCodec.encode(event)));
        }
        BindingCache bindings = new BindingCache(
                since -> away.answer("load", new BindingChange(since < 0 ? 0 : away.newest, Map.of())));
        ConsumerRetryPolicy retries = new ConsumerRetryPolicy(status);
        DeadLetterProducer deadLetters = new DeadLetterProducer(
                letter -> {
                    letters.add(letter.topic());
                    return Uni.createFrom().voidItem();
                },
                retries,
                (topic, reason) -> letters.add(reason.wire()));
        EventConsumer consumer = new EventConsumer(
                bindings,
                new TakeoverRegistry(),
                new ResolutionSteps(away, away::publish, retries),
                deadLetters,
                retries,
                new AppliedOffsetRegistry());
        CompletableFuture<Void> done = new CompletableFuture<>();
        context.runOnContext(now -> consumer.consume(
                        new ConsumerRecords<>(Map.of(new TopicPartition(Topics.EVENTS, 3), records), Map.of()))
                .subscribe()
                .with(done::complete, done::completeExceptionally));
        done.get(20, TimeUnit.SECONDS);
    }

    /** A store and a broker; each step fails that often before it succeeds. */
    private final class Away implements ResolutionRepository {
        private final int times;
        private int failures;
        boolean publishedInOrder;
        boolean seenNotReady;
        long newest;
        String broken = "";

        Away(int times) {
            this.times = times;
        }

        <T> Uni<T> answer(String step, T answer) {
            steps.add(step);
            onContext.add(Vertx.currentContext() == context);
            if (failures++ < times) {
                seenNotReady |= !status.faults().isEmpty();
                return Uni.createFrom().failure(new IllegalStateException("away"));
            }
            failures = 0;
            return Uni.createFrom().item(answer);
        }

        Uni<Void> publish(List<OutboundRecord> records) {
            publishedInOrder = records.size() == 4
                    && records.get(0).topic().equals(Topics.RUN_REQUESTS)
                    && records.get(1).topic().equals(Topics.RUN_REQUESTS);
            return answer("publish", (Void) null);
        }

        @Override
        public Uni<BatchWriteOutcome> store(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances) {
            if (!broken.isEmpty()
                    && rows.stream().anyMatch(row -> row.record().key().contains(broken))) {
                throw new NullPointerException("as a defect of the store");
            }
            return revision < newest
                    ? Uni.createFrom().item(new BatchWriteOutcome.Outdated())
                    : answer(
                            "store " + rows.size(),
                            new BatchWriteOutcome.Done(rows.stream()
                                    .<RowWriteOutcome>map(row -> new RowWriteOutcome.First())
                                    .toList()));
        }

        @Override
        public Uni<Void> markPublished(List<ResolutionKey> keys) {
            return answer("mark " + keys.size(), (Void) null);
        }

        @Override
        public Uni<Void> storeConflicts(List<EventConflict> conflicts) {
            assertThat(conflicts).isEmpty();
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Optional<KnownResolution>> find(String workspaceId, EventId eventId) {
            return Uni.createFrom().item(Optional.empty());
        }
    }
}
