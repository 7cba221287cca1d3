package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationFactory;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the recovery of dead replicas' runs and of unreadable or endless ones, and the removal of old rows. */
class RecoveryRepositoryTest extends TwoReplicas {
    @Test
    void findsRunsOfADeadReplicaAndNeverRenewsADeadLease() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        done(one.leases.expireOverdue());
        assertThat(done(two.recovery.ofDeadOwners(5))).isEmpty();

        one.renew(Duration.ofSeconds(-1));
        done(two.leases.expireOverdue());
        assertThat(one.renew(Duration.ofMinutes(5))).isFalse();
        StoredRun lost = done(two.recovery.ofDeadOwners(5)).getFirst();
        assertThat(lost.key()).isEqualTo(run.key());
        endByOther(lost, FailureCode.HOST_LOST);
        assertThat(one.store(run)).isFalse();
        assertThat(view(run.key()).outcome())
                .isEqualTo(new RunView.Outcome("run.failed", "host.lost", FailureCode.HOST_LOST.sentence(), null));
    }

    @Test
    void anOverdueLeaseThatIsNotDeadCanBeRenewed() {
        one.renew(Duration.ofSeconds(-1));
        assertThat(one.admit(RunRequests.of("x"), 5)).isInstanceOf(AdmissionOutcome.Queued.class);
        assertThat(one.renew(Duration.ofMinutes(5))).isTrue();
        assertThat(one.claim(5)).hasSize(1);
    }

    @Test
    void findsClaimsOfTheIncarnationAfterSomeSeconds() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
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
    void findsRunsLongPastTheirDeadline() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        claimed(two, RunRequests.of("x"));
        done(pool.preparedQuery(
                        "UPDATE runs.runs SET deadline_at = clock_timestamp() - interval '61 seconds' WHERE run_id = $1")
                .execute(Tuple.of(run.runId().value())));
        assertThat(done(two.recovery.overrun(Duration.ofSeconds(62), 5))).isEmpty();
        assertThat(done(two.recovery.overrun(Duration.ofSeconds(60), 5)))
                .singleElement()
                .satisfies(found -> assertThat(found.key()).isEqualTo(run.key()));
    }

    @Test
    void findsRunsOfARunnerWithoutARecentConnection() {
        Resolution run = RunRequests.of("x");
        one.admit(run, 0);
        Duration grace = Duration.ofSeconds(10);
        assertThat(done(two.recovery.withoutRunner(grace, 5))).isEmpty();

        sql("UPDATE runs.runs SET queue_deadline = queue_deadline - interval '3 seconds'");
        assertThat(done(two.recovery.withoutRunner(grace, 5)))
                .singleElement()
                .satisfies(found -> assertThat(found.key()).isEqualTo(key(run)));

        sql(
                "INSERT INTO runs.runner_connections (connection_id, runner_id, incarnation, workspaces, manifest, capacity, free)"
                        + " VALUES ('c1', '" + ScriptedRunners.RUNNER
                        + "', gen_random_uuid(), '{other}', '{}', 1, 1)");
        assertThat(done(two.recovery.withoutRunner(grace, 5))).hasSize(1);
        sql("UPDATE runs.runner_connections SET workspaces = '{demo}'");
        assertThat(done(two.recovery.withoutRunner(grace, 5))).isEmpty();

        sql("DELETE FROM runs.runner_connections");
        sql("INSERT INTO runs.known_runners (runner_id, document, sha256, fingerprint) VALUES ('"
                + ScriptedRunners.RUNNER + "', '{}', '', '')");
        assertThat(done(two.recovery.withoutRunner(grace, 5))).isEmpty();
        sql("UPDATE runs.known_runners SET last_seen_at = clock_timestamp() - interval '11 seconds'");
        assertThat(done(two.recovery.withoutRunner(grace, 5))).hasSize(1);

        sql("UPDATE runs.runs SET losses = 1");
        assertThat(done(two.recovery.withoutRunner(grace, 5))).isEmpty();
        sql("DELETE FROM runs.known_runners");
    }

    private static void sql(String statement) {
        done(pool.query(statement).execute());
    }

    @Test
    void anUnreadableRunDoesNotAffectOtherRuns() {
        ClaimedRun broken = claimed(one, RunRequests.of("x"));
        ClaimedRun whole = claimed(one, RunRequests.of("x"));
        garble(broken.key());
        one.renew(Duration.ofSeconds(-1));
        done(two.leases.expireOverdue());

        assertThat(done(two.recovery.ofDeadOwners(5))).singleElement().satisfies(found -> assertThat(found.key())
                .isEqualTo(whole.key()));
        endsAsUndecodable(two, broken.key(), 2);
    }

    @Test
    void anUnreadableRunDoesNotAffectOtherClaims() {
        Resolution broken = RunRequests.of("x");
        Resolution whole = RunRequests.of("x");
        one.admit(List.of(broken, whole), 0);
        garble(key(broken));

        assertThat(one.claim(5)).singleElement().satisfies(run -> assertThat(run.key())
                .isEqualTo(key(whole)));
        endsAsUndecodable(one, key(broken), 2);
    }

    @Test
    void aTurnPassesOverAnUnreadableRun() {
        ClaimedRun first = claimed(one, RunRequests.in("unreadable", "x"));
        Resolution broken = RunRequests.in("unreadable", "x");
        Resolution last = RunRequests.in("unreadable", "x");
        one.admit(List.of(broken, last), 5);
        garble(key(broken));
        one.store(first);

        assertThat(one.mark(first.key(), 5)).isEmpty();
        endsAsUndecodable(one, key(broken), 2);
        assertThat(one.mark(key(broken), 5)).singleElement().satisfies(run -> assertThat(run.key())
                .isEqualTo(key(last)));
    }

    /** Ends an unreadable run that the repository reports, as {@code UndecodableEnds} does. */
    private void endsAsUndecodable(RunsReplica replica, RunKey key, int attempt) {
        await().until(() -> !replica.unreadable.isEmpty());
        assertThat(replica.unreadable).singleElement().satisfies(found -> {
            assertThat(found.key()).isEqualTo(key);
            var decision = RunDecider.decide(found.state(), RetryPolicy.NEVER, new RunCommand.Unreadable());
            var end = RunTerminationFactory.undecodable(found, (RunDecision.End) decision, Instant.EPOCH);
            assertThat(done(replica.ends.store(List.of(end)))).containsExactly(true);
        });
        assertThat(view(key).attempt()).isEqualTo(attempt);
        assertThat(view(key).outcome().code()).isEqualTo("run.undecodable");
    }

    private static void garble(RunKey key) {
        done(pool.preparedQuery("UPDATE runs.runs SET resolution = '\\x7b7d' WHERE run_id = $1")
                .execute(Tuple.of(key.runId().value())));
    }

    private static long count(String table) {
        return done(pool.query("SELECT count(*) FROM " + table).execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
