package dev.agenthost.orchestrator.run;

import dev.agenthost.orchestrator.run.RunDecision.End;
import dev.agenthost.orchestrator.run.RunDecision.Nothing;
import dev.agenthost.orchestrator.run.RunDecision.Requeue;
import dev.agenthost.orchestrator.run.RunState.Ended;
import dev.agenthost.orchestrator.run.RunState.Queued;
import dev.agenthost.orchestrator.run.RunState.Running;
import dev.agenthost.orchestrator.run.RunState.Waiting;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.RetryPolicy;
import java.time.Duration;

/** Decides the next state of a run for each command, and so whether a run that lost its attempt is retried (queued again) or ends. */
public final class RunDecider {
    /** Maximum of attempts that may lose their host or their runner. An attempt that did not start does not count. */
    public static final int MAX_ATTEMPTS = 5;

    /** The time after its deadline at which a run is taken from its owner. */
    public static final Duration OVERRUN = Duration.ofSeconds(60);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(4);

    private RunDecider() {}

    public static RunDecision decide(RunState state, RetryPolicy retry, RunCommand command) {
        return switch (state) {
            case Waiting waiting -> waiting(waiting, command);
            case Queued queued -> queued(queued, command);
            case Running running -> running(running, retry, command);
            case Ended ended -> new Nothing();
        };
    }

    private static RunDecision waiting(Waiting waiting, RunCommand command) {
        return switch (command) {
            case RunCommand.Cancelled c -> new End(waiting.finished(), FailureCode.CANCELLED);
            case RunCommand.Unreadable u -> new End(waiting.finished(), FailureCode.RUN_UNDECODABLE);
            case RunCommand.QueueLimitPassed q -> new Nothing();
            case RunCommand.HostLost h -> new Nothing();
            case RunCommand.HostStops h -> new Nothing();
            case RunCommand.RunnerLost r -> new Nothing();
            case RunCommand.NotStarted n -> new Nothing();
            case RunCommand.DeadlinePassed d -> new Nothing();
            case RunCommand.Overrun o -> new Nothing();
            case RunCommand.Overloaded o -> new Nothing();
        };
    }

    private static RunDecision queued(Queued queued, RunCommand command) {
        return switch (command) {
            case RunCommand.Cancelled c -> new End(queued.finished(), FailureCode.CANCELLED);
            case RunCommand.QueueLimitPassed limit -> new End(queued.finished(), limit.code());
            case RunCommand.Unreadable u -> new End(queued.finished(), FailureCode.RUN_UNDECODABLE);
            case RunCommand.HostLost h -> new Nothing();
            case RunCommand.HostStops h -> new Nothing();
            case RunCommand.RunnerLost r -> new Nothing();
            case RunCommand.NotStarted n -> new Nothing();
            case RunCommand.DeadlinePassed d -> new Nothing();
            case RunCommand.Overrun o -> new Nothing();
            case RunCommand.Overloaded o -> new Nothing();
        };
    }

    private static RunDecision running(Running running, RetryPolicy retry, RunCommand command) {
        return switch (command) {
            case RunCommand.Cancelled c -> new End(running.finished(), FailureCode.CANCELLED);
            case RunCommand.DeadlinePassed d -> new End(running.finished(), FailureCode.DEADLINE_EXCEEDED);
            case RunCommand.Overloaded o -> new End(running.finished(), FailureCode.HOST_OVERLOADED);
            case RunCommand.Unreadable u -> new End(running.finishedByOther(), FailureCode.RUN_UNDECODABLE);
            case RunCommand.Overrun o -> new End(running.finishedByOther(), FailureCode.RUNNER_TIMEOUT);
            case RunCommand.NotStarted not -> new Requeue(running.requeued(), pause(running), false, not.code());
            case RunCommand.RunnerLost r ->
                mayRetry(running, retry)
                        ? new Requeue(running.requeued(), pause(running), true, FailureCode.RUNNER_UNAVAILABLE)
                        : new End(running.finished(), FailureCode.RUNNER_LOST);
            case RunCommand.HostLost h ->
                mayRetry(running, retry)
                        ? new Requeue(
                                running.requeued(), hostLossBackoff(running), true, FailureCode.RUNNER_UNAVAILABLE)
                        : new End(running.finishedByOther(), FailureCode.HOST_LOST);
            case RunCommand.HostStops h ->
                mayRetry(running, retry)
                        ? new Requeue(running.requeued(), Duration.ZERO, true, FailureCode.RUNNER_UNAVAILABLE)
                        : new End(running.finished(), FailureCode.HOST_LOST);
            case RunCommand.QueueLimitPassed q -> new Nothing();
        };
    }

    private static boolean mayRetry(Running running, RetryPolicy retry) {
        boolean allowed =
                switch (retry) {
                    case NEVER -> false;
                    case UNTOUCHED -> !running.touched();
                    case RESUMABLE -> true;
                };
        return allowed && running.losses() + 1 < MAX_ATTEMPTS;
    }

    /** Zero after the first loss of the host; later losses may be caused by the run itself. */
    static Duration hostLossBackoff(Running running) {
        return running.losses() == 0 ? Duration.ZERO : doubled(running.losses());
    }

    /** Doubles with each attempt, so that a run that cannot start is not retried in a tight loop. */
    static Duration pause(Running running) {
        return doubled(running.attempt());
    }

    private static Duration doubled(int times) {
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(times - 1, 10));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
