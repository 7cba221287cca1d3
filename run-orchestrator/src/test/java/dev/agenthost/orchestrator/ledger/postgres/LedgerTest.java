package dev.agenthost.orchestrator.ledger.postgres;

import static dev.agenthost.orchestrator.ledger.postgres.Replica.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.orchestrator.admission.Admission;
import dev.agenthost.orchestrator.admission.AdmissionPlanner;
import dev.agenthost.orchestrator.admission.Admitted;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.finish.Endings;
import dev.agenthost.orchestrator.run.Decision;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.Runs;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the ledger promises, seen by two replicas. */
class LedgerTest {
    private static Vertx vertx;
    private static Pool pool;
    private Replica one;
    private Replica two;

    @BeforeAll
    static void open() {
        var at = PostgresResource.freshDatabase();
        Flyway.configure()
                .dataSource(at.jdbcUrl(), at.user(), at.password())
                .schemas("runs")
                .locations("db/runs")
                .load()
                .migrate();
        vertx = Vertx.vertx();
        pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(at.reactiveUrl())
                        .setUser(at.user())
                        .setPassword(at.password()))
                .with(new PoolOptions().setMaxSize(8))
                .using(vertx)
                .build());
    }

    @AfterAll
    static void close() {
        pool.closeAndAwait();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @BeforeEach
    void empty() {
        done(pool.query("TRUNCATE runs.runs, runs.turns, runs.leases, runs.cancellations")
                .execute());
        one = new Replica(pool);
        two = new Replica(pool);
    }

    @Test
    void claimsAtOnceWhereThereIsRoomAndNothingIsQueued() {
        assertThat(one.admit(Runs.of("x"), 1)).isInstanceOf(Admitted.Claimed.class);
        assertThat(one.admit(Runs.of("x"), 0)).isInstanceOf(Admitted.Queued.class);
        // The queue comes first.
        assertThat(one.admit(Runs.of("x"), 1)).isInstanceOf(Admitted.Queued.class);
    }

    @Test
    void claimsNoMoreOfABatchThanThereIsRoomFor() {
        List<Admitted> answers = one.admit(List.of(Runs.of("x"), Runs.of("x"), Runs.of("x")), 2);
        assertThat(answers)
                .extracting(Object::getClass)
                .asList()
                .containsExactly(Admitted.Claimed.class, Admitted.Claimed.class, Admitted.Queued.class);
    }

    @Test
    void claimsNothingWithoutALiveLease() {
        done(one.leases.surrender(one.incarnation));
        assertThat(one.admit(Runs.of("x"), 5)).isInstanceOf(Admitted.Queued.class);
        assertThat(one.claim(5)).isEmpty();
        assertThat(two.claim(5)).hasSize(1);
    }

    @Test
    void theFirstAdmissionWinsWhateverComesAfter() {
        Resolution first = Runs.of("x");
        assertThat(one.admit(first, 0)).isInstanceOf(Admitted.Queued.class);
        assertThat(two.admit(List.of(first, first), 5)).allMatch(Admitted.Repeated.class::isInstance);
        assertThat(two.admit(Resolutions.unbound(first.event()), 5)).isInstanceOf(Admitted.Repeated.class);
        assertThat(two.claim(5)).singleElement().satisfies(run -> assertThat(run.resolution())
                .isEqualTo(first));
    }

    @Test
    void twoReplicasThatAdmitTheSameAtOnceMakeOneRunEach() {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            runs.add(Runs.in("c" + i % 7, "x"));
        }
        List<Admission> batch = runs.stream().map(Replica::admission).toList();
        var answers = done(Uni.combine()
                .all()
                .unis(
                        one.admissions.admit(batch, one.incarnation, Replica.room(40)),
                        two.admissions.admit(batch, two.incarnation, Replica.room(40)))
                .asTuple());
        for (int i = 0; i < batch.size(); i++) {
            boolean first = answers.getItem1().get(i) instanceof Admitted.Repeated;
            boolean second = answers.getItem2().get(i) instanceof Admitted.Repeated;
            assertThat(first ^ second).isTrue();
        }
    }

    @Test
    void twoReplicasThatClaimAtOnceShareTheQueue() {
        for (int i = 0; i < 30; i++) {
            one.admit(Runs.of("x"), 0);
        }
        var claimed = done(Uni.combine()
                .all()
                .unis(
                        one.claims.claim(one.incarnation, Replica.room(20)),
                        two.claims.claim(two.incarnation, Replica.room(20)))
                .asTuple());
        List<ClaimedRun> all = new ArrayList<>(claimed.getItem1());
        all.addAll(claimed.getItem2());
        Set<RunKey> distinct = new HashSet<>(all.stream().map(ClaimedRun::key).toList());
        assertThat(distinct).hasSameSizeAs(all);
        all.addAll(one.claim(30));
        assertThat(all).hasSize(30);
    }

    @Test
    void theGuardedEndLosesToAHigherAttempt() {
        ClaimedRun old = claimed(one, Runs.of("x"));
        assertThat(done(two.runs.requeue(old.key(), one.held(old), back(Duration.ZERO))))
                .isTrue();
        ClaimedRun now = two.claim(1).getFirst();
        assertThat(now.attempt()).isEqualTo(2);

        assertThat(one.store(old)).isFalse();
        assertThat(done(one.runs.touch(old.key(), one.held(old)))).isFalse();
        assertThat(done(one.runs.requeue(old.key(), one.held(old), back(Duration.ZERO))))
                .isFalse();
        assertThat(two.store(now)).isTrue();
        assertThat(view(now.key()).attempt()).isEqualTo(2);
    }

    @Test
    void anEndStoredTwiceAnswersTheSameAndAnotherEndIsRefused() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        assertThat(one.store(run)).isTrue();
        assertThat(one.store(run)).isTrue();
        assertThat(done(two.ends.store(List.of(two.end(run))))).containsExactly(true); // the same bytes
        ClaimedRun other = new ClaimedRun(run.resolution(), 2, run.claimedAt(), run.deadlineAt(), null, run.traceId());
        assertThat(one.store(other)).isFalse();
    }

    @Test
    void turnsComeInTheOrderOfTheRequestsHoweverEndsAreShuffled() {
        Random random = new Random(7);
        List<List<Resolution>> conversations = new ArrayList<>();
        List<Resolution> all = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            List<Resolution> runs = new ArrayList<>();
            for (int m = 0; m < 6; m++) {
                runs.add(Runs.in("shuffled" + c, "x"));
            }
            conversations.add(runs);
        }
        for (int m = 0; m < 6; m++) {
            for (List<Resolution> runs : conversations) {
                all.add(runs.get(m));
            }
        }
        List<ClaimedRun> active = new ArrayList<>();
        one.admit(all, 100).forEach(answer -> {
            if (answer instanceof Admitted.Claimed first) {
                active.add(first.run());
            }
        });
        List<Resolution> order = new ArrayList<>();
        while (!active.isEmpty()) {
            Collections.shuffle(active, random);
            ClaimedRun run = active.removeLast();
            order.add(run.resolution());
            Replica replica = random.nextBoolean() ? one : two;
            assertThat(one.store(run)).isTrue();
            replica.mark(run.key(), 0);
            active.addAll(one.claim(10));
        }
        for (List<Resolution> runs : conversations) {
            assertThat(order).filteredOn(runs::contains).containsExactlyElementsOf(runs);
        }
    }

    @Test
    void theNextTurnKnowsWhereTheOneBeforeEnded() {
        ClaimedRun first = claimed(one, Runs.in("next", "x"));
        assertThat(first.previousTurn()).isNull();
        assertThat(one.admit(Runs.in("next", "x"), 5)).isInstanceOf(Admitted.Waiting.class);
        one.store(first);
        assertThat(one.claim(5)).isEmpty();

        ClaimedRun second = one.mark(first.key(), 5).getFirst();
        assertThat(second.previousTurn()).isNotNull();
        one.store(second);
        one.mark(second.key(), 5);
        ClaimedRun third = claimed(one, Runs.in("next", "x"));
        assertThat(third.previousTurn().offset())
                .isGreaterThan(second.previousTurn().offset());
    }

    @Test
    void aMarkMadeTwiceReleasesOneTurn() {
        ClaimedRun first = claimed(one, Runs.in("twice", "x"));
        one.admit(List.of(Runs.in("twice", "x"), Runs.in("twice", "x")), 5);
        one.store(first);
        assertThat(one.mark(first.key(), 5)).hasSize(1);
        assertThat(two.mark(first.key(), 5)).isEmpty();
    }

    @Test
    void aRunThatEndedWhileItWaitedTakesNobodysTurn() {
        ClaimedRun head = claimed(one, Runs.in("waited", "x"));
        Resolution waiting = Runs.in("waited", "x");
        Resolution last = Runs.in("waited", "x");
        one.admit(List.of(waiting, last), 5);
        done(one.cancellations.request(key(waiting), null));
        StoredRun stored = done(one.cancellations.open(two.incarnation, 10)).getFirst();
        assertThat(stored.state()).isInstanceOf(RunState.Waiting.class);
        endByOther(stored, FailureCode.CANCELLED);

        assertThat(one.mark(key(waiting), 5)).isEmpty();
        one.store(head);
        assertThat(one.mark(head.key(), 5)).singleElement().satisfies(run -> assertThat(run.runId())
                .isEqualTo(last.runId()));
    }

    @Test
    void aRunGivenBackPausesAndKeepsItsLimitUnlessItIsFresh() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        done(one.runs.requeue(run.key(), one.held(run), back(Duration.ofMinutes(1))));
        assertThat(two.claim(1)).isEmpty();
        assertThat(view(run.key()).state()).isEqualTo("queued");
    }

    @Test
    void aWishToCancelBeforeAdmissionKeepsTheRunFromBeingClaimed() {
        Resolution run = Runs.of("x");
        Instant first = done(one.cancellations.request(key(run), "why"));
        assertThat(done(one.cancellations.request(key(run), "other"))).isEqualTo(first);
        assertThat(one.admit(run, 5)).isInstanceOf(Admitted.Queued.class);
        assertThat(one.claim(5)).isEmpty();
        assertThat(view(key(run)).cancelReason()).isEqualTo("why");
        assertThat(done(two.cancellations.open(two.incarnation, 5))).hasSize(1);
    }

    @Test
    void onlyTheOwnerIsToldToCancelWhatRuns() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        done(two.cancellations.request(run.key(), null));
        assertThat(done(one.cancellations.open(one.incarnation, 5))).hasSize(1);
        assertThat(done(two.cancellations.open(two.incarnation, 5))).isEmpty();
    }

    @Test
    void rejectsAndInterruptsOnlyWhileTheTurnIsTaken() {
        assertThat(one.admit(turn("r", TurnPolicy.REJECT), 5)).isInstanceOf(Admitted.Claimed.class);
        assertThat(one.admit(turn("r", TurnPolicy.REJECT), 5)).isInstanceOf(Admitted.Ended.class);
        ClaimedRun head = claimed(one, turn("i", TurnPolicy.INTERRUPT));
        assertThat(one.admit(turn("i", TurnPolicy.INTERRUPT), 5)).isInstanceOf(Admitted.Waiting.class);
        assertThat(done(one.cancellations.open(one.incarnation, 5)))
                .singleElement()
                .satisfies(run -> assertThat(run.key()).isEqualTo(head.key()));
    }

    @Test
    void findsWhatADeadReplicaHeldAndADeadLeaseIsNeverRenewed() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        done(one.leases.buryOverdue());
        assertThat(done(two.recovery.ofDeadOwners(5))).isEmpty();

        one.renew(Duration.ofSeconds(-1));
        done(two.leases.buryOverdue());
        assertThat(one.renew(Duration.ofMinutes(5))).isFalse();
        StoredRun lost = done(two.recovery.ofDeadOwners(5)).getFirst();
        assertThat(lost.key()).isEqualTo(run.key());
        endByOther(lost, FailureCode.HOST_LOST);
        assertThat(one.store(run)).isFalse();
        assertThat(view(run.key()).outcome())
                .isEqualTo(new RunView.Outcome("run.failed", "host.lost", FailureCode.HOST_LOST.sentence()));
    }

    @Test
    void anOverdueLeaseThatNobodyBuriedCanBeRenewed() {
        one.renew(Duration.ofSeconds(-1));
        assertThat(one.admit(Runs.of("x"), 5)).isInstanceOf(Admitted.Queued.class);
        assertThat(one.renew(Duration.ofMinutes(5))).isTrue();
        assertThat(one.claim(5)).hasSize(1);
    }

    @Test
    void handsOutAnUnpublishedEndOnceInAWhile() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        one.store(run);
        assertThat(done(one.ends.unpublished(5))).isEmpty();
        done(pool.query("UPDATE runs.runs SET publish_after = clock_timestamp()")
                .execute());
        assertThat(done(one.ends.unpublished(5))).singleElement().satisfies(end -> {
            assertThat(end.terminal().value()).isEqualTo(one.end(run).terminal().value());
            assertThat(end.terminal().headers())
                    .isEqualTo(one.end(run).terminal().headers());
            assertThat(end.terminal().partition())
                    .isEqualTo(one.end(run).terminal().partition());
        });
        assertThat(done(two.ends.unpublished(5))).isEmpty();
        one.mark(run.key(), 0);
        done(pool.query("UPDATE runs.runs SET publish_after = publish_after - interval '1 hour'")
                .execute());
        assertThat(done(two.ends.unpublished(5))).isEmpty();
    }

    @Test
    void refusedDataKeepsNothingElseFromBeingAdmitted() {
        List<Resolution> runs = new ArrayList<>(List.of(Runs.of("x"), Runs.of("x"), Runs.of("x"), Runs.of("x")));
        runs.set(2, Runs.by(new RunnerId("nul\u0000", "in", "it"), 60));
        List<Admitted> answers = one.admit(runs, 5);
        assertThat(answers.get(2))
                .isInstanceOfSatisfying(Admitted.Refused.class, refused -> assertThat(refused.sqlState())
                        .isEqualTo("22021"));
        assertThat(answers).filteredOn(Admitted.Refused.class::isInstance).hasSize(1);
    }

    @Test
    void largeBatchesAreAdmittedInParts() {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            runs.add(Runs.in("large", "x"));
        }
        assertThat(one.admit(runs, 5))
                .hasSize(300)
                .filteredOn(Admitted.Waiting.class::isInstance)
                .hasSize(299);
    }

    @Test
    void anEndWithoutResolutionIsKeptToo() {
        RunKey key = new RunKey("demo", Runs.of("x").runId());
        Admission ended = AdmissionPlanner.undecodable(
                key,
                "demo/demo/c/",
                new RecordPosition("agent.run-requests", 0, 1),
                "0".repeat(32),
                "x",
                Instant.EPOCH);
        assertThat(done(one.admissions.admit(List.of(ended), one.incarnation, Replica.room(0)))
                        .getFirst())
                .isInstanceOf(Admitted.Ended.class);
        assertThat(view(key).outcome().code()).isEqualTo("run.undecodable");
    }

    @Test
    void forgetsWhatIsOldAndEnded() {
        ClaimedRun old = claimed(one, Runs.of("x"));
        one.store(old);
        one.mark(old.key(), 0);
        ClaimedRun running = claimed(one, Runs.of("x"));
        done(one.cancellations.request(new RunKey("demo", Runs.of("x").runId()), null));
        done(pool.query("UPDATE runs.runs SET admitted_at = admitted_at - interval '36 days'")
                .execute());
        done(pool.query("UPDATE runs.turns SET updated_at = updated_at - interval '36 days'")
                .execute());
        done(pool.query("UPDATE runs.cancellations SET requested_at = requested_at - interval '36 days'")
                .execute());

        assertThat(done(one.recovery.forgetOld(10))).isEqualTo(1);
        assertThat(done(one.runs.find(old.key()))).isEmpty();
        assertThat(done(one.runs.find(running.key()))).isPresent();
        assertThat(count("runs.turns")).isEqualTo(1);
        assertThat(count("runs.cancellations")).isZero();
    }

    @Test
    void findsWhatWasClaimedInItsNameSomeSecondsAgo() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        assertThat(done(one.recovery.claimedBy(one.incarnation))).isEmpty();
        done(pool.query("UPDATE runs.runs SET claimed_at = claimed_at - interval '16 seconds'")
                .execute());
        assertThat(done(one.recovery.claimedBy(one.incarnation)))
                .singleElement()
                .satisfies(held -> {
                    assertThat(held.key()).isEqualTo(run.key());
                    assertThat(held.state()).isEqualTo(one.held(run));
                });
        assertThat(done(two.recovery.claimedBy(two.incarnation))).isEmpty();
    }

    @Test
    void findsWhatIsLongPastItsDeadlineWhoeverHoldsIt() {
        ClaimedRun run = claimed(one, Runs.of("x"));
        claimed(two, Runs.of("x"));
        done(pool.preparedQuery(
                        "UPDATE runs.runs SET deadline_at = clock_timestamp() - interval '61 seconds' WHERE run_id = $1")
                .execute(Tuple.of(run.runId().value())));
        assertThat(done(two.recovery.overrun(Duration.ofSeconds(62), 5))).isEmpty();
        assertThat(done(two.recovery.overrun(Duration.ofSeconds(60), 5)))
                .singleElement()
                .satisfies(found -> assertThat(found.key()).isEqualTo(run.key()));
    }

    @Test
    void aRunThatCannotBeReadCostsNoOtherOfTheList() {
        ClaimedRun broken = claimed(one, Runs.of("x"));
        ClaimedRun whole = claimed(one, Runs.of("x"));
        garble(broken.key());
        one.renew(Duration.ofSeconds(-1));
        done(two.leases.buryOverdue());

        assertThat(done(two.recovery.ofDeadOwners(5))).singleElement().satisfies(found -> assertThat(found.key())
                .isEqualTo(whole.key()));
        endsAsUndecodable(two, broken.key(), 2);
    }

    @Test
    void aRunThatCannotBeReadCostsNoOtherOfTheClaim() {
        Resolution broken = Runs.of("x");
        Resolution whole = Runs.of("x");
        one.admit(List.of(broken, whole), 0);
        garble(key(broken));

        assertThat(one.claim(5)).singleElement().satisfies(run -> assertThat(run.key())
                .isEqualTo(key(whole)));
        endsAsUndecodable(one, key(broken), 2);
    }

    @Test
    void aTurnThatPassesToARunThatCannotBeReadPassesOn() {
        ClaimedRun first = claimed(one, Runs.in("unreadable", "x"));
        Resolution broken = Runs.in("unreadable", "x");
        Resolution last = Runs.in("unreadable", "x");
        one.admit(List.of(broken, last), 5);
        garble(key(broken));
        one.store(first);

        assertThat(one.mark(first.key(), 5)).isEmpty();
        endsAsUndecodable(one, key(broken), 2);
        assertThat(one.mark(key(broken), 5)).singleElement().satisfies(run -> assertThat(run.key())
                .isEqualTo(key(last)));
    }

    /** What {@code UndecodableEnds} does with what the ledger tells. */
    private void endsAsUndecodable(Replica replica, RunKey key, int attempt) {
        await().until(() -> !replica.unreadable.isEmpty());
        assertThat(replica.unreadable).singleElement().satisfies(found -> {
            assertThat(found.key()).isEqualTo(key);
            var decision = RunDecider.decide(found.state(), RetryPolicy.NEVER, new RunCommand.Unreadable());
            var end = Endings.undecodable(found, (Decision.End) decision, Instant.EPOCH);
            assertThat(done(replica.ends.store(List.of(end)))).containsExactly(true);
        });
        assertThat(view(key).attempt()).isEqualTo(attempt);
        assertThat(view(key).outcome().code()).isEqualTo("run.undecodable");
    }

    private static void garble(RunKey key) {
        done(pool.preparedQuery("UPDATE runs.runs SET resolution = '\\x7b7d' WHERE run_id = $1")
                .execute(Tuple.of(key.runId().value())));
    }

    private void endByOther(StoredRun run, FailureCode code) {
        var command = run.state() instanceof RunState.Running ? new RunCommand.HostLost() : new RunCommand.Cancelled();
        var decision = RunDecider.decide(run.state(), RetryPolicy.NEVER, command);
        var end = Endings.of(run, (Decision.End) decision, "for a test", Instant.EPOCH);
        assertThat(end.outcome().code()).isEqualTo(code.wire());
        assertThat(done(two.ends.store(List.of(end)))).containsExactly(true);
    }

    private RunView view(RunKey key) {
        return done(two.runs.find(key)).orElseThrow();
    }

    private static long count(String table) {
        return done(pool.query("SELECT count(*) FROM " + table).execute())
                .iterator()
                .next()
                .getLong(0);
    }

    private static ClaimedRun claimed(Replica replica, Resolution resolution) {
        return ((Admitted.Claimed) replica.admit(resolution, 5)).run();
    }

    private static Resolution turn(String conversation, TurnPolicy policy) {
        return Runs.with(conversation, "x", policy, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }

    private static RunKey key(Resolution resolution) {
        return new RunKey(resolution.event().workspaceId(), resolution.runId());
    }

    private static Decision.Requeue back(Duration pause) {
        return new Decision.Requeue(new RunState.Queued(1), pause, false, FailureCode.RUNNER_UNAVAILABLE);
    }
}
