package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Surroundings of a {@link RunMachine}: answers its effects when an act says so, and checks each as it is asked for. */
final class RunSimulation {
    private static final long SECOND = 1_000_000_000L;

    private final RetryPolicy retry;
    private final RunMachine machine;
    final SimulatedRunner runner;
    private final RunnerFrames frames = new RunnerFrames();
    private final PublishedResults published = new PublishedResults();
    private boolean lease = true;
    private boolean committed;
    private int executed;
    private int executing;
    private int reserved;
    private int publishing;
    private int touching;
    private int finishing;
    private int givingBack;
    private int outcomes;
    private int firstResults;
    private boolean overloaded;
    private boolean requeued;
    private final List<RunInput> timers = new ArrayList<>();
    private final List<RunPhase.Released> released = new ArrayList<>();
    /** Number of answers to each waiting caller. */
    private final List<int[]> answers = new ArrayList<>();

    RunSimulation(RetryPolicy retry) {
        this.retry = retry;
        ClaimedRun run = new ClaimedRun(
                RunRequests.retried(retry, "x"), 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(60), null, "0".repeat(32));
        this.machine = new RunMachine(run, new Incarnation(new UUID(0, 1)), Instant.EPOCH);
        this.runner = new SimulatedRunner(() -> machine.phase().isOpen());
        submit(new RunInput.Begin());
    }

    void act(RunAct act) {
        switch (act) {
            case RESERVED -> reserve();
            case NOT_RESERVED -> {
                if (executing > 0) {
                    executing--;
                    submit(new RunInput.NotReserved(notStarted()));
                }
            }
            case OPEN -> open();
            case CALL -> toStream(new StreamInput.Call(JsonNodeFactory.instance.objectNode()));
            case NOT_CALLED -> {
                // A runner that was not called sends nothing.
                if (frames.isEmpty()) {
                    toStream(new StreamInput.NotCalled(notStarted()));
                }
            }
            case DELTA -> result(frames::delta);
            case MESSAGE -> result(frames::message);
            case LARGE_MESSAGE -> result(frames::largeMessage);
            case PICTURE -> result(frames::picture);
            case STATE -> result(frames::state);
            case COMPLETED -> terminal(frames::completed);
            case COMPLETED_WITH_PICTURE -> terminal(frames::completedWithPicture);
            case STREAM_END -> last(new InboxItem.StreamEnd());
            case LOST -> last(new InboxItem.Lost("closed"));
            case MISUNDERSTOOD -> last(new InboxItem.Misunderstood("noise"));
            case BACKLOG -> {
                runner.mayHurry = true;
                toStream(new StreamInput.Overloaded("too much"));
            }
            case APPLIED, SUPERSEDED -> applied(act);
            case DROPPED -> {
                // A message is published in any case.
                if (runner.applying != null && !(runner.applying.effect() instanceof Effect.KeepParts)) {
                    applied(act);
                }
            }
            case TIME -> runner.seconds++;
            case PAUSE_OVER -> {
                if (runner.pausing > 0) {
                    runner.pausing--;
                    submit(new StreamInput.PauseOver());
                }
            }
            case TOOL_CALL -> touch();
            case CANCEL -> submit(new RunInput.Command(new RunCommand.Cancelled(), "cancelled"));
            case DEADLINE -> submit(new RunInput.Command(new RunCommand.DeadlinePassed(), "too late"));
            case OVERLOAD -> {
                overloaded = true;
                submit(new RunInput.Command(new RunCommand.Overloaded(), "too much"));
            }
            case HOST_STOPS -> submit(new RunInput.HostStops());
            case FAULT -> submit(new RunInput.Fault("a fault"));
            case LEASE_EXPIRES -> lease = false;
            case LEASE_RENEWED -> {
                lease = true;
                submit(new RunInput.LeaseRenewed());
            }
            case DROP -> submit(new RunInput.Dropped());
            case OVERRUN -> submit(new RunInput.Overran());
            case ACKNOWLEDGE -> {
                if (publishing > 0) {
                    publishing--;
                    submit(new RunInput.Published());
                }
            }
            case TIMER -> {
                if (!timers.isEmpty()) {
                    submit(timers.removeFirst());
                }
            }
            case TOUCH_COMMITTED, TOUCH_REFUSED, TOUCH_FAILED -> answerTouch(act);
        }
    }

    private static ExecutionOutcome notStarted() {
        return new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "no connection");
    }

    private void reserve() {
        if (executing > 0) {
            executing--;
            reserved++;
            ResultIntake intake = new ResultIntake(RunnerFrames.RUN, DeltaMode.INCREMENT, false);
            ResultRateLimiter rate =
                    new ResultRateLimiter(new ResultRateLimiter.Rate(SimulatedRunner.RATE, SimulatedRunner.RATE), 0);
            submit(new RunInput.Reserved(runner, new Inbox(intake, rate)));
        }
    }

    private void open() {
        if (reserved > 0 && runner.opened == 0) {
            int[] answer = caller();
            Uni.createFrom()
                    .<Boolean>emitter(caller -> submit(new StreamInput.Open(null, caller)))
                    .subscribe()
                    .with(may -> answer[0]++);
        }
    }

    private void touch() {
        int[] answer = caller();
        Uni.createFrom()
                .<Boolean>emitter(caller -> submit(new RunInput.TouchRequested(caller)))
                .subscribe()
                .with(
                        granted -> {
                            answer[0]++;
                            assertThat(granted && retry != RetryPolicy.NEVER && !committed)
                                    .as("an effect before its commit")
                                    .isFalse();
                        },
                        why -> answer[0]++);
    }

    private int[] caller() {
        int[] answer = new int[1];
        answers.add(answer);
        return answer;
    }

    private void result(Supplier<InboxItem> frame) {
        if (reserved > 0) {
            arrived(frame.get(), RunnerFrames.SIZE);
        }
    }

    /** The frames behind a terminal result are released without a pause. */
    private void terminal(Supplier<InboxItem> frame) {
        runner.mayHurry |= reserved > 0;
        result(frame);
    }

    private void last(InboxItem item) {
        if (reserved > 0) {
            runner.mayHurry = true;
            arrived(item, 0);
        }
    }

    private void arrived(InboxItem item, int size) {
        runner.waits(item.held(size));
        submit(new StreamInput.Arrived(item, size));
    }

    private void applied(RunAct act) {
        if (runner.applying == null) {
            return;
        }
        EffectOutcome outcome =
                switch (act) {
                    case APPLIED -> new EffectOutcome.Applied(runner.applying.result());
                    case DROPPED -> new EffectOutcome.Dropped();
                    default -> new EffectOutcome.Superseded();
                };
        runner.applying = null;
        submit(new StreamInput.Applied(outcome));
    }

    private void answerTouch(RunAct act) {
        if (touching == 0) {
            return;
        }
        touching--;
        if (act == RunAct.TOUCH_FAILED) {
            submit(new RunInput.TouchFailed(new IllegalStateException("unavailable")));
            return;
        }
        committed |= act == RunAct.TOUCH_COMMITTED;
        submit(new RunInput.TouchCommitted(act == RunAct.TOUCH_COMMITTED));
    }

    private void toStream(StreamInput input) {
        if (reserved > 0) {
            submit(input);
        }
    }

    private void submit(RunInput input) {
        machine.on(input, new Circumstances(Instant.EPOCH, runner.seconds * SECOND, lease))
                .forEach(this::perform);
        boolean waits = reserved > 0 && runner.opened == 0
                || runner.applying != null
                || runner.pausing > 0
                || publishing + touching > 0
                || !lease
                || !timers.isEmpty();
        assertThat(runner.hasFrames() && !waits).as("a frame waits for nothing").isFalse();
        assertThat(runner.hasFrames() && !machine.phase().isOpen())
                .as("a frame is held after the stop")
                .isFalse();
    }

    private void perform(RunEffect effect) {
        switch (effect) {
            case StreamEffect ofStream -> runner.perform(ofStream);
            case RunEffect.Execute execute -> {
                assertThat(executed++).as("executed once").isZero();
                executing++;
            }
            case RunEffect.UseRunner use -> assertThat(reserved).isEqualTo(1);
            case RunEffect.FirstResult first ->
                assertThat(firstResults++).as("first once").isZero();
            case RunEffect.Outcome outcome ->
                assertThat(outcomes++).as("one outcome").isZero();
            case RunEffect.After after -> timers.add(after.input());
            case RunEffect.Publish publish -> {
                assertThat(publishing++).as("one record at a time").isZero();
                assertThat(lease).as("published without a lease").isTrue();
                assertThat(finishing + givingBack + released.size())
                        .as("published after the end")
                        .isZero();
                published.add(publish.record());
                assertThat(published.closesDeltas())
                        .as("the message that the end closes is published before the end is stored")
                        .isFalse();
                assertThat(published.hasResults() && retry != RetryPolicy.NEVER && !committed)
                        .as("shown before the commit")
                        .isFalse();
            }
            case RunEffect.CommitTouch commit ->
                assertThat(touching++).as("one commit at a time").isZero();
            case RunEffect.AnswerTouch answer -> answer.caller().complete(answer.granted());
            case RunEffect.FailTouch fail -> fail.caller().fail(fail.why());
            case RunEffect.Finish finish -> {
                assertThat(publishing).as("the end overtakes a record").isZero();
                assertThat(finishing++ + givingBack).as("one end").isZero();
                published.add(finish.termination().terminal());
            }
            case RunEffect.GiveBack back -> {
                assertThat(publishing + touching)
                        .as("given back while something is under way")
                        .isZero();
                assertThat(givingBack++ + finishing).as("one end").isZero();
                requeued = true;
            }
            case RunEffect.Fence fence -> assertThat(released).hasSize(1);
            case RunEffect.Release release -> released.add(release.how());
            case RunEffect.Log log -> {}
        }
    }

    /** Everything that is under way succeeds, until nothing is; then a run that has not ended is cancelled. */
    void settle() {
        act(RunAct.LEASE_RENEWED);
        act(RunAct.RESERVED);
        act(RunAct.OPEN);
        succeed();
        assertThat(runner.hasFrames()).as("a frame is held at the end").isFalse();
        assertThat(outcomes > 0 && released.isEmpty())
                .as("the runner has ended, and the run goes on")
                .isFalse();
        act(RunAct.CANCEL);
        succeed();
        toStream(new StreamInput.Close());
    }

    private void succeed() {
        for (int round = 0; round < 100; round++) {
            act(RunAct.ACKNOWLEDGE);
            act(RunAct.TIMER);
            act(RunAct.TOUCH_COMMITTED);
            act(RunAct.APPLIED);
            act(RunAct.TIME);
            act(RunAct.PAUSE_OVER);
            if (finishing > 0 && released.isEmpty()) {
                submit(new RunInput.Stored(true));
            }
            if (givingBack > 0 && released.isEmpty()) {
                submit(new RunInput.Requeued(true));
            }
        }
    }

    void check() {
        assertThat(released).as("released once").hasSize(1);
        assertThat(answers).as("each caller is answered once").allMatch(answer -> answer[0] == 1);
        assertThat(machine.bytes()).isZero();
        assertThat(runner.inboxesClosed).as("the inbox is closed").isEqualTo(reserved);
        assertThat(runner.sessionsClosed).as("the session is closed").isEqualTo(reserved);
        assertThat(runner.left > 0).as("the slot is left").isEqualTo(reserved > 0);
        published.checkOrder(finishing);
        published.checkDeltas(frames.sentDeltas());
        published.checkMessages(finishing > 0 && !overloaded ? runner.asks : List.of(), finishing > 0);
        if (requeued) {
            assertThat(retry != RetryPolicy.RESUMABLE && published.hasResults())
                    .as("shown, and yet given back")
                    .isFalse();
        }
    }

    /** The types of each record; the last one is that of the end. */
    List<List<String>> recordTypes() {
        return published.recordTypes();
    }

    List<String> publishedTypes() {
        return published.types();
    }
}
