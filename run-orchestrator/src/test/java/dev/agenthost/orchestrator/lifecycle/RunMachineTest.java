package dev.agenthost.orchestrator.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Drives a run through inputs in every order, while Kafka, the ledger and timers answer early, late or with a refusal. */
class RunMachineTest {
    /** Something that happens to the run, or an answer to the oldest effect of a kind that is under way. */
    enum Act {
        RESULT,
        LARGE_RESULTS,
        TOOL_CALL,
        COMPLETED,
        FAILED,
        RUNNER_LOST,
        NOT_STARTED,
        SUPERSEDED,
        CANCEL,
        DEADLINE,
        OVERLOAD,
        HOST_STOPS,
        LEASE_EXPIRES,
        LEASE_RENEWED,
        DROP,
        OVERRUN,
        WAIT_FOR_ROOM,
        ACKNOWLEDGE,
        TIMER,
        TOUCH_COMMITTED,
        TOUCH_REFUSED,
        TOUCH_FAILED,
        SEALED
    }

    @Property(tries = 3_000)
    void keepsItsPromisesInEveryOrder(@ForAll RetryPolicy retry, @ForAll @From("acts") List<Act> acts) {
        World world = new World(retry);
        acts.forEach(world::act);
        world.settle();
        world.check();
    }

    @Provide
    Arbitrary<List<Act>> acts() {
        return Arbitraries.of(Act.class).list().ofMinSize(1).ofMaxSize(30);
    }

    /** The surroundings of one machine: performs its effects when an act says so, and checks each as it is asked for. */
    private static final class World {
        private final RetryPolicy retry;
        private final RunMachine machine;
        private boolean lease = true;
        private boolean committed;
        private int publishing;
        private int touching;
        private int finishing;
        private int givingBack;
        private int executed;
        private int seals;
        private boolean requeued;
        /** The executor never says that a run has not started after it handed on results. */
        private boolean hasResults;
        /** The executor waits for room once at a time. */
        private boolean executorWaits;

        private final List<RunInput> timers = new ArrayList<>();
        private final List<RunPhase.Released> released = new ArrayList<>();
        private final List<ResultFrame> frames = new ArrayList<>();
        private final List<Answered> answers = new ArrayList<>();

        /** A caller that waits, and how often it was answered. */
        private static final class Answered {
            private int times;
        }

        World(RetryPolicy retry) {
            this.retry = retry;
            ClaimedRun run = new ClaimedRun(
                    RunRequests.retried(retry, "x"),
                    1,
                    Instant.EPOCH,
                    Instant.EPOCH.plusSeconds(60),
                    null,
                    "0".repeat(32));
            this.machine = new RunMachine(run, new Incarnation(new UUID(0, 1)), Instant.EPOCH);
            submit(new RunInput.Begin());
        }

        void act(Act act) {
            switch (act) {
                case RESULT -> results(delta("a"));
                case LARGE_RESULTS -> results(delta("b".repeat(1_200_000)), delta("c".repeat(1_200_000)));
                case TOOL_CALL -> touch();
                case COMPLETED ->
                    submit(new RunInput.Ended(new ExecutionOutcome.Completed(new RunCompleted("stop", null), null)));
                case FAILED ->
                    submit(new RunInput.Ended(
                            new ExecutionOutcome.Failed(RunFailed.of(FailureCode.RUNNER_ERROR, "an error"))));
                case RUNNER_LOST -> submit(new RunInput.Ended(new ExecutionOutcome.RunnerLost("closed")));
                case NOT_STARTED -> {
                    if (!hasResults) {
                        submit(new RunInput.Ended(
                                new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "no connection")));
                    }
                }
                case SUPERSEDED -> submit(new RunInput.Ended(new ExecutionOutcome.Superseded("a later attempt")));
                case CANCEL -> submit(new RunInput.Command(new RunCommand.Cancelled(), "cancelled"));
                case DEADLINE -> submit(new RunInput.Command(new RunCommand.DeadlinePassed(), "too late"));
                case OVERLOAD -> submit(new RunInput.Command(new RunCommand.Overloaded(), "too much"));
                case HOST_STOPS -> submit(new RunInput.HostStops());
                case LEASE_EXPIRES -> lease = false;
                case LEASE_RENEWED -> {
                    lease = true;
                    submit(new RunInput.LeaseRenewed());
                }
                case DROP -> submit(new RunInput.Dropped());
                case OVERRUN -> submit(new RunInput.Overran());
                case WAIT_FOR_ROOM -> {
                    if (!executorWaits) {
                        room();
                    }
                }
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
                case SEALED -> answerSeal();
            }
        }

        private void results(PendingResult... results) {
            hasResults = true;
            submit(new RunInput.Results(List.of(results)));
        }

        private void answerTouch(Act act) {
            if (touching == 0) {
                return;
            }
            touching--;
            if (act == Act.TOUCH_FAILED) {
                submit(new RunInput.TouchFailed(new IllegalStateException("unavailable")));
                return;
            }
            committed |= act == Act.TOUCH_COMMITTED;
            submit(new RunInput.TouchCommitted(act == Act.TOUCH_COMMITTED));
        }

        private void answerSeal() {
            if (seals > 0) {
                seals--;
                submit(new RunInput.Sealed(List.of(new MessageCompleted(Message.assistant("a")))));
            }
        }

        /** Everything that is under way succeeds, until nothing is. */
        void settle() {
            act(Act.CANCEL);
            act(Act.LEASE_RENEWED);
            for (int round = 0; round < 200; round++) {
                act(Act.ACKNOWLEDGE);
                act(Act.TIMER);
                act(Act.TOUCH_COMMITTED);
                act(Act.SEALED);
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
            assertThat(executed).isEqualTo(1);
            assertThat(answers).as("each caller is answered once").allMatch(answer -> answer.times == 1);
            assertThat(frames.stream().map(ResultFrame::sequence).toList())
                    .as("sequences without a gap")
                    .isEqualTo(LongStream.rangeClosed(1, frames.size()).boxed().toList());
            long terminals = frames.stream()
                    .filter(frame -> "run.completed".equals(frame.type()) || "run.failed".equals(frame.type()))
                    .count();
            assertThat(terminals).isEqualTo(finishing);
            if (requeued) {
                assertThat(retry != RetryPolicy.RESUMABLE && hasShownResults())
                        .as("shown, and yet given back")
                        .isFalse();
            }
        }

        private boolean hasShownResults() {
            return frames.stream().anyMatch(frame -> !"run.started".equals(frame.type()));
        }

        private void touch() {
            Answered answer = new Answered();
            answers.add(answer);
            Uni.createFrom()
                    .<Boolean>emitter(caller -> submit(new RunInput.TouchRequested(caller)))
                    .subscribe()
                    .with(
                            granted -> {
                                answer.times++;
                                assertThat(granted && retry != RetryPolicy.NEVER && !committed)
                                        .as("an effect before its commit")
                                        .isFalse();
                            },
                            why -> answer.times++);
        }

        private void room() {
            Answered answer = new Answered();
            answers.add(answer);
            executorWaits = true;
            Uni.createFrom()
                    .<Void>emitter(executor -> submit(new RunInput.RoomRequested(executor)))
                    .subscribe()
                    .with(resumed -> {
                        executorWaits = false;
                        answer.times++;
                    });
        }

        private void submit(RunInput input) {
            RunPhase before = machine.phase();
            List<RunEffect> effects = machine.on(input, new RunMachine.Circumstances(Instant.EPOCH, lease));
            effects.forEach(effect -> perform(effect, before));
        }

        private void perform(RunEffect effect, RunPhase before) {
            switch (effect) {
                case RunEffect.Execute execute -> executed++;
                case RunEffect.After after -> timers.add(after.input());
                case RunEffect.Publish publish -> {
                    assertThat(publishing++).as("one record at a time").isZero();
                    assertThat(lease).as("published without a lease").isTrue();
                    assertThat(finishing + givingBack + released.size())
                            .as("published after the end")
                            .isZero();
                    frames.addAll(decode(publish.record().value()));
                    assertThat(hasShownResults() && retry != RetryPolicy.NEVER && !committed)
                            .as("shown before the commit")
                            .isFalse();
                }
                case RunEffect.CommitTouch commit ->
                    assertThat(touching++).as("one commit at a time").isZero();
                case RunEffect.AnswerTouch answer -> answer.caller().complete(answer.granted());
                case RunEffect.FailTouch fail -> fail.caller().fail(fail.why());
                case RunEffect.Resume resume -> resume.executor().complete(null);
                case RunEffect.CancelExecution cancel ->
                    assertThat(before.isOpen()).as("cancelled once").isTrue();
                case RunEffect.Seal seal -> seals++;
                case RunEffect.CloseExecution close -> {}
                case RunEffect.Finish finish -> {
                    assertThat(publishing).as("the end overtakes a record").isZero();
                    assertThat(finishing++ + givingBack).as("one end").isZero();
                    frames.addAll(decode(finish.termination().terminal().value()));
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

        private static List<ResultFrame> decode(byte[] record) {
            try {
                return ProtocolCodec.decode(record, RunResults.class).results();
            } catch (UndecodableException e) {
                throw new IllegalStateException(e);
            }
        }

        private static PendingResult delta(String text) {
            return PendingResult.of(new MessageDelta(MessageChunk.assistant(text)));
        }
    }
}
