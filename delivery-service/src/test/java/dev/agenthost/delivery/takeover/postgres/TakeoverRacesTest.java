package dev.agenthost.delivery.takeover.postgres;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.send.postgres.PostgresSendRepository;
import dev.agenthost.delivery.takeover.ConversationAddress;
import dev.agenthost.delivery.takeover.Takeover;
import dev.agenthost.delivery.takeover.TakeoverRepository;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Races of a takeover on one replica with claims and calls on another: each replica has connections of its own. */
class TakeoverRacesTest {
    private static final int RACES = 1_000;
    private static final Takeover.Operator ADA = new Takeover.Operator("k1", "ada");
    private static final Incarnation OWNER = new Incarnation(new UUID(1, 1));
    private static final SendPolicy POLICY = new SendPolicy(
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            64,
            64);

    private static DeliveryDatabase database;
    private static TakeoverRepository takeovers;
    private static SendRepository sends;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
        takeovers = new PostgresTakeoverRepository(database.pool(4), Clock.systemUTC());
        var pool = database.pool(4);
        sends = new PostgresSendRepository(pool);
        get(new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "delivery")
                .renew(OWNER, "test", Duration.ofHours(1)));
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.sql("TRUNCATE delivery.runs, delivery.sends, delivery.lanes, delivery.takeovers, delivery.outbox");
    }

    /** The outcome of an attempt of a replica to call with the only part of a conversation. */
    private record Attempt(boolean hasCalled, long begunAt, long endedAt) {}

    @Test
    void noCallOfABotBeginsAfterTheAcknowledgement() {
        int called = 0;
        for (int i = 0; i < RACES; i++) {
            DeliveredRun run = DeliveredRun.toEventSurface();
            database.store(run, run.startedOn("telegram"), DeliveredRun.message("hello"));
            CompletableFuture<Attempt> attempt = after(() -> get(claimAndCall()));
            CompletableFuture<Long> acknowledged =
                    after(() -> acknowledged(run, new Destination.Bot(BotPlatform.TELEGRAM, "bot")));

            Attempt call = attempt.join();
            long at = acknowledged.join();
            if (call.hasCalled()) {
                called++;
                assertThat(call.begunAt())
                        .as("a call of race %d begins before %d", i, at)
                        .isLessThan(at);
                assertThat(call.endedAt())
                        .as("the call of race %d has ended at %d", i, at)
                        .isLessThanOrEqualTo(at);
            }
            assertThat(get(claimAndCall()).hasCalled()).isFalse();
        }
        assertThat(called).as("calls that came first").isBetween(RACES / 20, RACES * 19 / 20);
    }

    /** The topic of an adapter has no record before a call: its claim is the beginning. */
    @Test
    void noClaimOfAnAdaptersPartIsUsableAfterTheAcknowledgement() {
        int claimed = 0;
        for (int i = 0; i < RACES / 4; i++) {
            DeliveredRun run = DeliveredRun.toEventSurface();
            database.store(run, run.startedOn("im"), DeliveredRun.message("hello"));
            CompletableFuture<Attempt> attempt = after(() -> get(claimAndHandOver()));
            CompletableFuture<Long> acknowledged = after(() -> acknowledged(run, new Destination.Outbound("im")));

            Attempt call = attempt.join();
            long at = acknowledged.join();
            if (call.hasCalled()) {
                claimed++;
                assertThat(call.endedAt()).as("race %d", i).isLessThanOrEqualTo(at);
            }
            get(claim()).forEach(left -> assertThat(get(endWithheld(left))).isTrue());
        }
        assertThat(claimed).isBetween(1, RACES / 4 - 1);
    }

    /** A part that is stored by a transaction that began before the takeover, and commits after it, is withheld. */
    @Test
    void partsThatAreStoredMeanwhileAreWithheldAndNotSentAfterTheEnd() {
        for (int i = 0; i < 50; i++) {
            DeliveredRun run = DeliveredRun.toEventSurface();
            CompletableFuture<Void> stored = after(() -> {
                database.store(run, run.startedOn("telegram"), DeliveredRun.message("a"), DeliveredRun.message("b"));
                return null;
            });
            CompletableFuture<Long> acknowledged =
                    after(() -> acknowledged(run, new Destination.Bot(BotPlatform.TELEGRAM, "bot")));
            stored.join();
            acknowledged.join();
            if (i % 2 == 0) {
                assertThat(get(takeovers.end(address(run), ADA))).isTrue();
            }
            for (int part = 1; part <= 2; part++) {
                assertThat(get(endWithheld(get(claim()).getFirst()))).isTrue();
            }
            assertThat(get(claim())).isEmpty();
        }
    }

    private static <T> CompletableFuture<T> after(java.util.function.Supplier<T> work) {
        long delay = ThreadLocalRandom.current().nextLong(2_000_000);
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            long end = System.nanoTime() + delay;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            try {
                done.complete(work.get());
            } catch (Throwable failure) {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    /** Starts a takeover and waits for calls as the service does; returns the time of the acknowledgement. */
    private static long acknowledged(DeliveredRun run, Destination to) {
        assertThat(get(takeovers.start(
                        address(run), List.of(to), ADA, Instant.now().plusSeconds(3_600))))
                .isInstanceOf(TakeoverRepository.StartOutcome.Started.class);
        while (get(takeovers.callsUnderWay(address(run).key())) > 0) {
            Thread.onSpinWait();
        }
        return System.nanoTime();
    }

    private static Uni<List<ClaimedSend>> claim() {
        return sends.claim(POLICY, OWNER, ClaimCapacity.of(10));
    }

    /** Makes one call as a replica does: recorded before it is made, and after its answer. A withheld part is ended. */
    private static Uni<Attempt> claimAndCall() {
        return claim().chain(claimed -> claimed.isEmpty() ? none() : call(claimed.getFirst()));
    }

    private static Uni<Attempt> call(ClaimedSend send) {
        CallProgress begun = CallProgress.NONE.begun();
        if (send.withheldResult().isPresent()) {
            return sends.finish(send, SendStatus.REJECTED, new byte[] {1}).replaceWith(new Attempt(false, 0, 0));
        }
        return sends.recordCalls(send, begun).chain(mayCall -> {
            if (!mayCall) {
                return sends.retry(send, Duration.ZERO).chain(() -> none());
            }
            long begunAt = System.nanoTime();
            return Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(Duration.ofMillis(1))
                    .map(done -> System.nanoTime())
                    .chain(endedAt -> sends.recordCalls(send, begun.done(false))
                            .chain(() -> sends.finish(send, SendStatus.DELIVERED, new byte[] {1}))
                            .replaceWith(new Attempt(true, begunAt, endedAt)));
        });
    }

    private static Uni<Attempt> claimAndHandOver() {
        return claim().chain(claimed -> {
            if (claimed.isEmpty()) {
                return none();
            }
            if (claimed.getFirst().withheldResult().isPresent()) {
                return endWithheld(claimed.getFirst()).chain(() -> none());
            }
            long begunAt = System.nanoTime();
            return Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(Duration.ofMillis(1))
                    .map(done -> System.nanoTime())
                    .chain(endedAt ->
                            sends.handOver(claimed.getFirst()).replaceWith(new Attempt(true, begunAt, endedAt)));
        });
    }

    private static Uni<Boolean> endWithheld(ClaimedSend claimed) {
        assertThat(claimed.withheldResult()).containsInstanceOf(SurfaceCallResult.NotSendable.class);
        return sends.finish(claimed, SendStatus.REJECTED, new byte[] {1});
    }

    private static Uni<Attempt> none() {
        return Uni.createFrom().item(new Attempt(false, 0, 0));
    }

    private static ConversationAddress address(DeliveredRun run) {
        return new ConversationAddress("demo", "bot", run.conversation(), null);
    }
}
