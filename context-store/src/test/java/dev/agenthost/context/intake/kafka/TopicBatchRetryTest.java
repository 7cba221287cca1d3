package dev.agenthost.context.intake.kafka;

import static dev.agenthost.context.fixture.Records.at;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.PartitionGrouping;
import dev.agenthost.context.intake.postgres.PostgresBatchRepository;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tests batches that fail: retried in place, and reported by the health of the intake. */
class TopicBatchRetryTest extends TopicBatchFixture {
    @Test
    void troubleWithTheDatabaseIsTriedAgainInPlaceAndIsSeenMeanwhile() {
        AtomicInteger tries = new AtomicInteger();
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        BatchRepository failing = batch -> {
            seen.add(status.faults());
            return tries.incrementAndGet() < 3
                    ? Uni.createFrom().<BatchOutcome>failure(new IllegalStateException("away"))
                    : real.apply(batch);
        };
        Consumer consumer = new Consumer(failing);

        consumer.events.take(records(Topics.EVENTS, 0, said(conversation("c1"), "one")));

        assertThat(transcript("c1")).containsExactly("1 user one");
        assertThat(seen.get(1)).containsKey(Topics.EVENTS);
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void whereTheAppliedOffsetsWentBackItIsInTroubleUntilItMovesAgain() {
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        AtomicInteger tries = new AtomicInteger();
        Consumer consumer = new Consumer(batch -> {
            seen.add(status.faults());
            return tries.incrementAndGet() == 4 ? offsetsAre(2).chain(() -> real.apply(batch)) : real.apply(batch);
        });
        consumer.events.take(
                records(Topics.EVENTS, 0, said(conversation("c1"), "one"), said(conversation("c1"), "two")));
        Database.await(offsetsAre(1));

        var taking = consumer.events
                .start(records(Topics.EVENTS, 2, said(conversation("c1"), "three")))
                .subscribeAsCompletionStage();
        List<Map<String, String>> meanwhile = new ArrayList<>();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    int before = tries.get();
                    Map<String, String> troubles = status.faults();
                    if (before == 3 && tries.get() == 3) {
                        meanwhile.add(troubles);
                    }
                    return taking.isDone();
                });

        assertThat(seen.get(2)).as("looked at again").containsKey(Topics.EVENTS);
        assertThat(meanwhile).isNotEmpty().allSatisfy(troubles -> assertThat(troubles)
                .containsKey(Topics.EVENTS));
        assertThat(status.faults()).isEmpty();
        assertThat(transcript("c1")).containsExactly("1 user one", "2 user two", "3 user three");
    }

    @Test
    void aLaneThatIsStuckIsToldThoughTheOtherMoves() {
        Consumer before = new Consumer();
        before.events.take(records(Topics.EVENTS, 0, said(conversation("c1"), "one"), said(conversation("c1"), "two")));
        besideAnother(before.known, real -> offsetsAre(1).chain(() -> real), () -> offsetsAre(2));
    }

    @Test
    void aLaneInTroubleIsToldThoughTheOtherGoesOn() {
        Consumer before = new Consumer();
        before.events.take(records(Topics.EVENTS, 0, said(conversation("c1"), "one"), said(conversation("c1"), "two")));
        besideAnother(
                before.known,
                real -> Uni.createFrom().failure(new IllegalStateException("away")),
                () -> Uni.createFrom().voidItem());
    }

    /** Partition 0 comes to nothing until it is mended, and 1 is applied meanwhile: what is told between two tries of 0. */
    private void besideAnother(
            AppliedOffsets known, UnaryOperator<Uni<BatchOutcome>> broken, Supplier<Uni<Void>> mended) {
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        PartitionRef other = new PartitionRef(Topics.EVENTS, 1);
        CompletableFuture<Void> troubled = new CompletableFuture<>();
        AtomicBoolean mend = new AtomicBoolean();
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        Consumer consumer = new Consumer(known, batch -> {
            if (batch.advances().containsKey(other)) {
                return Uni.createFrom().completionStage(troubled).chain(() -> real.apply(batch));
            }
            if (!status.faults().isEmpty()) {
                troubled.complete(null);
            }
            if (known.next(other) > 0) {
                seen.add(status.faults());
            }
            return mend.get() ? mended.get().chain(() -> real.apply(batch)) : broken.apply(real.apply(batch));
        });
        List<IncomingRecord> both = new ArrayList<>();
        for (int i = 0; i < PartitionGrouping.WORTH_ONE; i++) {
            both.add(at(Topics.EVENTS, 0, 2 + i, said(conversation("c1"), "here " + i)));
            both.add(at(Topics.EVENTS, 1, i, said(conversation("c2"), "there " + i)));
        }

        CompletableFuture<Void> taking = consumer.events.start(both).subscribeAsCompletionStage();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() >= 2);
        mend.set(true);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(taking::isDone);

        assertThat(seen).allSatisfy(troubles -> assertThat(troubles).containsKey(Topics.EVENTS));
        assertThat(status.faults()).isEmpty();
        assertThat(transcript("c1")).hasSize(2 + PartitionGrouping.WORTH_ONE);
        assertThat(transcript("c2")).hasSize(PartitionGrouping.WORTH_ONE);
    }

    private static Uni<Void> offsetsAre(long next) {
        return database.pool()
                .query("update context.applied_offsets set next_offset = " + next + " where topic = 'agent.events'"
                        + " and partition = 0")
                .execute()
                .replaceWithVoid();
    }
}
