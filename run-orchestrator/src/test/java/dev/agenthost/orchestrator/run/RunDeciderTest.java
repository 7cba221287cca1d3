package dev.agenthost.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.RetryPolicy;
import java.time.Duration;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class RunDeciderTest {
    private static final Incarnation OWNER = new Incarnation(new UUID(1, 1));

    @Property
    void whatHasEndedStaysEnded(@ForAll("commands") RunCommand command, @ForAll RetryPolicy retry) {
        assertThat(RunDecider.decide(new RunState.Ended(3), retry, command)).isInstanceOf(RunDecision.Nothing.class);
    }

    @Property
    void attemptsNeverGoBack(
            @ForAll("states") RunState state, @ForAll("commands") RunCommand command, @ForAll RetryPolicy retry) {
        switch (RunDecider.decide(state, retry, command)) {
            case RunDecision.End end ->
                assertThat(end.next().attempt()).isGreaterThanOrEqualTo(Math.max(1, state.attempt()));
            case RunDecision.Requeue back -> assertThat(back.next().attempt()).isEqualTo(state.attempt());
            case RunDecision.Nothing nothing -> {}
        }
    }

    @Property
    void onlyWhoHoldsARunEndsItInItsOwnAttempt(
            @ForAll("states") RunState state, @ForAll("commands") RunCommand command, @ForAll RetryPolicy retry) {
        if (RunDecider.decide(state, retry, command) instanceof RunDecision.End end) {
            boolean byOwner = state instanceof RunState.Running
                    && !(command instanceof RunCommand.HostLost)
                    && !(command instanceof RunCommand.Overrun)
                    && !(command instanceof RunCommand.Unreadable);
            assertThat(end.next().attempt()).isEqualTo(byOwner ? state.attempt() : state.attempt() + 1);
        }
    }

    @Property
    void aRunThatIsNotRetriedEndsWithItsHostOrRunner(@ForAll("running") RunState.Running run, @ForAll boolean host) {
        RunDecision decision = RunDecider.decide(run, RetryPolicy.NEVER, lost(host));
        assertThat(decision).isInstanceOfSatisfying(RunDecision.End.class, end -> assertThat(end.code())
                .isEqualTo(host ? FailureCode.HOST_LOST : FailureCode.RUNNER_LOST));
    }

    @Property
    void anUntouchedRunIsRetriedExactlyWhileNothingOfItWasSeen(
            @ForAll("running") RunState.Running run, @ForAll boolean host) {
        RunDecision decision = RunDecider.decide(run, RetryPolicy.UNTOUCHED, lost(host));
        boolean mayRetry = !run.touched() && run.losses() + 1 < RunDecider.MAX_ATTEMPTS;
        assertThat(decision instanceof RunDecision.Requeue).isEqualTo(mayRetry);
    }

    @Property
    void aResumableRunIsRetriedEvenWhenItWasSeen(@ForAll boolean touched, @ForAll boolean host) {
        assertThat(RunDecider.decide(new RunState.Running(2, OWNER, touched), RetryPolicy.RESUMABLE, lost(host)))
                .isInstanceOf(RunDecision.Requeue.class);
    }

    @Property
    void aRunThatKeepsLosingItsHostOrRunnerEndsAfterItsFifthBeginning(
            @ForAll boolean touched, @ForAll boolean host, @ForAll @IntRange(max = 9) int losses) {
        RunState.Running run = new RunState.Running(losses + 3, OWNER, touched, losses);
        assertThat(RunDecider.decide(run, RetryPolicy.RESUMABLE, lost(host)) instanceof RunDecision.End)
                .isEqualTo(losses >= 4);
    }

    @Property
    void whoLosesItsHostAgainWaitsLongerEachTimeButNotForEver(@ForAll @IntRange(max = 30) int losses) {
        Duration pause = RunDecider.hostLossBackoff(new RunState.Running(40, OWNER, true, losses));
        assertThat(pause).isBetween(Duration.ZERO, Duration.ofSeconds(4));
        assertThat(RunDecider.hostLossBackoff(new RunState.Running(40, OWNER, true, losses + 1)))
                .isGreaterThanOrEqualTo(pause);
        assertThat(pause.isZero()).isEqualTo(losses == 0);
    }

    @Property
    void whatCannotStartPausesLongerEachTimeButNotForEver(@ForAll("running") RunState.Running run) {
        Duration pause = RunDecider.pause(run);
        assertThat(pause).isBetween(Duration.ofMillis(250), Duration.ofSeconds(4));
        assertThat(RunDecider.pause(new RunState.Running(run.attempt() + 1, OWNER, false)))
                .isGreaterThanOrEqualTo(pause);
    }

    @Property
    void whatCouldNotStartGoesBackWithWhatHeldItUp(@ForAll("running") RunState.Running run) {
        RunCommand command = new RunCommand.NotStarted(FailureCode.CONTEXT_UNAVAILABLE);
        assertThat(RunDecider.decide(run, RetryPolicy.NEVER, command))
                .isInstanceOfSatisfying(RunDecision.Requeue.class, back -> {
                    assertThat(back.heldUpBy()).isEqualTo(FailureCode.CONTEXT_UNAVAILABLE);
                    assertThat(back.freshLimit()).isFalse();
                });
    }

    @Property
    void aCancelledRunEndsWhereverItStands(@ForAll("states") RunState state, @ForAll RetryPolicy retry) {
        RunDecision decision = RunDecider.decide(state, retry, new RunCommand.Cancelled());
        if (!(state instanceof RunState.Ended)) {
            assertThat(decision).isInstanceOfSatisfying(RunDecision.End.class, end -> assertThat(end.code())
                    .isEqualTo(FailureCode.CANCELLED));
        }
    }

    @Provide
    Arbitrary<RunState.Running> running() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 30),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 9))
                .as((attempt, touched, losses) -> new RunState.Running(attempt, OWNER, touched, losses));
    }

    @Provide
    Arbitrary<RunState> states() {
        return Arbitraries.oneOf(
                running().map(run -> run),
                Arbitraries.integers().between(0, 30).map(RunState.Queued::new),
                Arbitraries.integers().between(0, 30).map(RunState.Ended::new),
                Arbitraries.just(new RunState.Waiting()));
    }

    @Provide
    Arbitrary<RunCommand> commands() {
        return Arbitraries.of(
                new RunCommand.HostLost(),
                new RunCommand.RunnerLost(),
                new RunCommand.NotStarted(FailureCode.RUNNER_UNAVAILABLE),
                new RunCommand.QueueLimitPassed(FailureCode.RUNNER_UNAVAILABLE),
                new RunCommand.Cancelled(),
                new RunCommand.DeadlinePassed(),
                new RunCommand.Overrun(),
                new RunCommand.Unreadable(),
                new RunCommand.Overloaded(),
                new RunCommand.HostStops());
    }

    private static RunCommand lost(boolean host) {
        return host ? new RunCommand.HostLost() : new RunCommand.RunnerLost();
    }
}
