package dev.agenthost.orchestrator.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Runs that the repository says are this replica's, which it does not hold; and runs long past their deadline. */
class StraysTest {
    private final Fakes replica = new Fakes();
    private final Ledger repository = new Ledger();
    private final Sweeper sweeper = new Sweeper(
            repository,
            replica.leases,
            replica.lease,
            replica.runs,
            replica.terminations,
            replica.finisher,
            (key, attempt) -> Uni.createFrom().voidItem(),
            replica.hand,
            () -> Instant.EPOCH,
            Duration.ofSeconds(10));

    @Test
    void aRunWhoseClaimWasNeverAnsweredGoesBack() {
        repository.show(claimed(RunRequests.of("x")));
        sweep();
        assertThat(replica.requeued).hasSize(1);
    }

    @Test
    void aRunThatWasStartedHereIsNotRunAgain() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.stream.notCalled(new ExecutionOutcome.Superseded("for a test"));
        repository.show(run);
        sweep();

        assertThat(replica.requeued).isEmpty();
        ended("host.lost");
    }

    @Test
    void aRunThatWasStartedHereRunsAgainWhereItsPolicySaysSo() {
        ClaimedRun run = start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.stream.notCalled(new ExecutionOutcome.Superseded("for a test"));
        repository.show(run);
        sweep();

        assertThat(replica.requeued).hasSize(1);
    }

    @Test
    void aRunInHandIsLeftAlone() {
        repository.show(start(RunRequests.of("x")));
        sweep();
        assertThat(replica.requeued).isEmpty();
        assertThat(replica.stored).isEmpty();
    }

    @Test
    void aStartIsNotForgottenWhileTheLedgerShowsTheRun() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.stream.notCalled(new ExecutionOutcome.Superseded("for a test"));
        repository.show(run);
        for (int i = 0; i < 100; i++) {
            replica.pass(Duration.ofSeconds(1));
            replica.renew();
            replica.storeRefused = i < 99;
            sweep();
        }
        assertThat(replica.requeued).isEmpty();
        ended("host.lost");
    }

    @Test
    void aRunThatDoesNotComeToItsEndIsGivenUpLongAfterItsDeadline() {
        ClaimedRun run =
                start(RunRequests.with("c", "x", TurnPolicy.SERIAL, RetryPolicy.UNTOUCHED, new DeadlinePolicy(60, 5)));
        replica.touching = false;
        replica.hand.touch(run.runId(), 1).subscribe().withSubscriber(UniAssertSubscriber.create());
        repository.show(run);
        replica.pass(Duration.ofSeconds(64));
        replica.hand.tick();
        assertThat(replica.hand.holds(run.key(), 1)).isTrue();

        replica.pass(Duration.ofSeconds(1));
        replica.hand.tick();
        assertThat(replica.hand.holds(run.key(), 1)).isFalse();
        assertThat(replica.closed).isTrue();

        replica.renew();
        sweep();
        assertThat(replica.requeued).isEmpty();
        ended("runner.timeout");
    }

    @Test
    void aRunLongPastItsDeadlineIsEndedWhoeverHoldsIt() {
        ClaimedRun run = claimed(RunRequests.retried(RetryPolicy.RESUMABLE, "x"));
        var owner = new Incarnation(new UUID(7, 7));
        repository.late.add(new StoredRun(
                run.resolution(), new RunState.Running(1, owner, true), run.traceId(), FailureCode.RUNNER_UNAVAILABLE));
        sweep();
        assertThat(replica.stored).isEmpty();

        seeTheDatabaseForATerm();
        sweep();
        ended("runner.timeout");
    }

    @Test
    void whatADeadOwnerHeldIsEndedAtOnceButNobodyIsCalledDeadBeforeAFullTermOfSight() {
        ClaimedRun run = claimed(RunRequests.of("x"));
        repository.dead.add(new StoredRun(
                run.resolution(),
                new RunState.Running(1, new Incarnation(new UUID(7, 7)), false),
                run.traceId(),
                FailureCode.RUNNER_UNAVAILABLE));
        sweeper.sweep().await().indefinitely();

        ended("host.lost");
        assertThat(replica.log).doesNotContain("bury");
        seeTheDatabaseForATerm();
        sweeper.sweep().await().indefinitely();
        assertThat(replica.log).contains("bury");
    }

    @Test
    void aRunWhoseRunnerIsNowhereEndsButNotBeforeRunnersHadATermToConnectAgain() {
        ClaimedRun run = claimed(RunRequests.of("x"));
        repository.alone.add(
                new StoredRun(run.resolution(), new RunState.Queued(1), run.traceId(), FailureCode.RUNNER_UNAVAILABLE));
        sweeper.absentRunners().await().indefinitely();
        assertThat(replica.stored).isEmpty();

        seeTheDatabaseForATerm();
        sweeper.absentRunners().await().indefinitely();
        ended("runner.unavailable");
        assertThat(new String(replica.stored.getFirst().terminal().value(), StandardCharsets.UTF_8))
                .contains("no runner plugin:");
    }

    private void seeTheDatabaseForATerm() {
        for (int i = 0; i < 4; i++) {
            replica.pass(Fakes.TERM.dividedBy(3));
            replica.renew();
        }
    }

    private void ended(String code) {
        assertThat(replica.stored).singleElement().satisfies(end -> {
            assertThat(end.outcome().code()).isEqualTo(code);
            assertThat(end.after().attempt()).isEqualTo(2);
        });
    }

    private void sweep() {
        sweeper.strays().await().indefinitely();
    }

    private ClaimedRun start(Resolution resolution) {
        ClaimedRun run = claimed(resolution);
        replica.hand.start(run, replica.lease.incarnation());
        return run;
    }

    private static ClaimedRun claimed(Resolution resolution) {
        return new ClaimedRun(resolution, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(5), null, "0".repeat(32));
    }

    private final class Ledger implements RecoveryRepository {
        final List<OwnedRun> held = new ArrayList<>();
        final List<StoredRun> late = new ArrayList<>();
        final List<StoredRun> alone = new ArrayList<>();
        final List<StoredRun> dead = new ArrayList<>();

        void show(ClaimedRun run) {
            held.add(new OwnedRun(run.key(), new RunState.Running(1, replica.lease.incarnation(), false)));
        }

        @Override
        public Uni<List<StoredRun>> ofDeadOwners(int most) {
            return Uni.createFrom().item(List.copyOf(dead));
        }

        @Override
        public Uni<List<StoredRun>> queuedTooLong(int most) {
            return Uni.createFrom().item(List.of());
        }

        @Override
        public Uni<List<StoredRun>> withoutRunner(Duration grace, int most) {
            return Uni.createFrom().item(List.copyOf(alone));
        }

        @Override
        public Uni<List<StoredRun>> overrun(Duration by, int most) {
            return Uni.createFrom().item(List.copyOf(late));
        }

        @Override
        public Uni<List<OwnedRun>> claimedBy(Incarnation owner) {
            return Uni.createFrom().item(List.copyOf(held));
        }
    }
}
