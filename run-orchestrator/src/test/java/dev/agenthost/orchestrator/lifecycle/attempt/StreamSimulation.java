package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Surroundings of a {@link StreamMachine}: answers its effects when an act says so, and checks each as it is asked for. */
final class StreamSimulation {
    /** An item of the runner, an answer to an effect that is under way, or a command of the run's lifecycle. */
    enum Act {
        DELTA,
        MESSAGE,
        PICTURE,
        STATE,
        COMPLETED,
        COMPLETED_WITH_PICTURE,
        STREAM_END,
        LOST,
        MISUNDERSTOOD,
        DELIVERED,
        APPLIED,
        DROPPED,
        SUPERSEDED,
        TIME,
        PAUSE_OVER,
        OVERLOAD,
        OPEN,
        CALL,
        NOT_CALLED,
        CANCEL,
        FAULT,
        SEAL,
        CLOSE
    }

    private static final int RATE = 2;
    private static final long SECOND = 1_000_000_000L;
    final StreamMachine machine = new StreamMachine(new Inbox(
            new ResultIntake(RunnerFrames.RUN, DeltaMode.INCREMENT, false),
            new ResultRateLimiter(new ResultRateLimiter.Rate(RATE, RATE), 0)));
    private long seconds;
    private final RunnerFrames frames = new RunnerFrames();
    int opened;
    int called;
    private int cancelled;
    private int delivering;
    private int pausing;
    private int ends;
    private int inboxesClosed;
    private int sessionsClosed;
    int left;
    int late;
    private long waitingFrames;
    private long waitingCharacters;
    private long taken;
    private boolean mayHurry;
    // The effect that was applied last is that of a terminal result.
    private boolean outcomeFollows;
    private ResultDecision.Applies applying;
    final List<String> warnings = new ArrayList<>();
    private final Set<String> messages = new HashSet<>();
    private final List<String> asks = new ArrayList<>();
    private final List<ResultPayload> delivered = new ArrayList<>();
    private final List<List<ResultPayload>> closings = new ArrayList<>();
    private final List<int[]> answers = new ArrayList<>();

    void act(Act act) {
        switch (act) {
            case DELTA -> result(frames.delta());
            case MESSAGE -> result(frames.message());
            case PICTURE -> result(frames.picture());
            case STATE -> result(frames.state());
            case COMPLETED -> result(frames.completed());
            case COMPLETED_WITH_PICTURE -> result(frames.completedWithPicture());
            case STREAM_END -> last(new InboxItem.StreamEnd());
            case LOST -> last(new InboxItem.Lost("closed"));
            case MISUNDERSTOOD -> last(new InboxItem.Misunderstood("noise"));
            case DELIVERED -> {
                if (delivering > 0) {
                    delivering--;
                    submit(new StreamInput.Delivered());
                }
            }
            case APPLIED -> {
                if (applying != null) {
                    applied(new EffectOutcome.Applied(applying.result()));
                }
            }
            case DROPPED -> {
                // A message is published in any case.
                if (applying != null && !(applying.effect() instanceof Effect.KeepParts)) {
                    applied(new EffectOutcome.Dropped());
                }
            }
            case SUPERSEDED -> {
                if (applying != null) {
                    applied(new EffectOutcome.Superseded());
                }
            }
            case TIME -> seconds++;
            case PAUSE_OVER -> {
                if (pausing > 0) {
                    pausing--;
                    submit(new StreamInput.PauseOver());
                }
            }
            case OVERLOAD -> {
                mayHurry = true;
                submit(new StreamInput.Overloaded("too much"));
            }
            case OPEN -> open();
            case CALL -> submit(new StreamInput.Call(JsonNodeFactory.instance.objectNode()));
            case NOT_CALLED ->
                submit(new StreamInput.NotCalled(
                        new ExecutionOutcome.NotStarted(FailureCode.CONTEXT_UNAVAILABLE, "refused")));
            case CANCEL -> submit(new StreamInput.Cancel(FailureCode.CANCELLED));
            case FAULT -> {
                // The effect that is under way fails: it is not answered.
                delivering = 0;
                applying = null;
                submit(new StreamInput.Failed(
                        new ExecutionOutcome.Failed(RunFailed.of(FailureCode.RUNTIME_ERROR, "a fault"))));
            }
            case SEAL -> seal();
            case CLOSE -> submit(new StreamInput.Close());
        }
    }

    private void result(InboxItem frame) {
        arrived(frame, RunnerFrames.SIZE);
    }

    private void last(InboxItem item) {
        mayHurry = true;
        arrived(item, 0);
    }

    private void arrived(InboxItem item, int size) {
        waitingFrames++;
        waitingCharacters += item.held(size);
        submit(new StreamInput.Arrived(item, size));
    }

    private void applied(EffectOutcome outcome) {
        applying = null;
        submit(new StreamInput.Applied(outcome));
    }

    private void open() {
        if (opened > 0) {
            return;
        }
        int[] answer = new int[1];
        answers.add(answer);
        Uni.createFrom()
                .<Boolean>emitter(caller -> submit(new StreamInput.Open(null, caller)))
                .subscribe()
                .with(may -> {
                    answer[0]++;
                    assertThat(may).isEqualTo(opened == 1);
                });
    }

    private void seal() {
        submit(new StreamInput.Seal());
        closings.add(machine.closing());
    }

    private void submit(StreamInput input) {
        StreamPhase before = machine.phase();
        List<StreamOutput> outputs = machine.on(input, seconds * SECOND);
        outputs.forEach(output -> perform(output, before));
        checkProgress();
        if (before.outcome() != null && !(machine.phase() instanceof StreamPhase.Delivering)) {
            assertThat(ends).as("an outcome is known and not handed on").isEqualTo(1);
        }
    }

    private void perform(StreamOutput output, StreamPhase before) {
        switch (output) {
            case StreamEffect.OpenSession open -> {
                assertThat(opened++).as("opened once").isZero();
                assertThat(cancelled + ends + inboxesClosed)
                        .as("opened after the end")
                        .isZero();
            }
            case StreamEffect.AnswerOpen answer -> answer.caller().complete(answer.opened());
            case StreamEffect.CallRunner call -> {
                called++;
                assertThat(ends + inboxesClosed)
                        .as("the runner is called after the end")
                        .isZero();
            }
            case StreamOutput.Results(List<PendingResult> results) -> {
                assertOneAtATime();
                delivering++;
                results.forEach(result -> delivered.add(result.payload()));
            }
            case StreamEffect.Apply(ResultDecision.Applies asked) -> {
                assertOneAtATime();
                applying = asked;
                outcomeFollows =
                        machine.phase() instanceof StreamPhase.Applying(var same, var following) && following != null;
                if (asked.effect() instanceof Effect.KeepParts message) {
                    asks.add(message.asked().message().plainText());
                }
            }
            case StreamEffect.Refuse refuse -> {}
            case StreamEffect.ReleaseFrames release -> {
                waitingFrames -= release.frames();
                waitingCharacters -= release.characters();
                taken += release.frames();
                assertThat(waitingFrames).isNotNegative();
                assertThat(waitingCharacters).isNotNegative();
                if (!mayHurry && machine.phase().isOpen()) {
                    assertThat(taken).as("faster than its rate").isLessThanOrEqualTo(RATE + RATE * seconds);
                }
            }
            case StreamEffect.CountLate counted -> {
                late++;
                assertThat(before.isOpen()).as("late, and yet accepted").isFalse();
            }
            case StreamEffect.Pause pause -> {
                assertThat(pause.delay()).isPositive();
                pausing++;
            }
            case StreamEffect.Warn warn -> warnings.add(warn.what());
            case StreamOutput.Ended end -> {
                assertThat(ends++).as("one outcome").isZero();
                assertThat(applying != null
                                && !(end.outcome() instanceof ExecutionOutcome.Failed)
                                && !(end.outcome() instanceof ExecutionOutcome.NotStarted))
                        .as("ended while an effect is under way")
                        .isFalse();
            }
            case StreamEffect.CancelRunner cancel -> cancelled++;
            case StreamEffect.CloseInbox close ->
                assertThat(inboxesClosed++).as("closed once").isZero();
            case StreamEffect.CloseSession close -> {
                assertThat(sessionsClosed++).as("closed once").isZero();
                assertThat(inboxesClosed).as("closed before it was sealed").isEqualTo(1);
            }
            case StreamEffect.LeaveSlot leave -> left++;
        }
    }

    private void assertOneAtATime() {
        assertThat(delivering).as("two batches at once").isZero();
        assertThat(applying).as("an effect is overtaken").isNull();
        assertThat(ends + inboxesClosed).as("goes on after the end").isZero();
        assertThat(opened).as("before it was opened").isEqualTo(1);
    }

    /** Nothing waits without a reason, and what waits for an answer has asked for it. */
    private void checkProgress() {
        switch (machine.phase()) {
            case StreamPhase.Opening opening -> assertThat(opened).isZero();
            case StreamPhase.Reading reading ->
                assertThat(waitingFrames).as("a frame waits for nothing").isZero();
            case StreamPhase.Paced paced -> {
                assertThat(waitingFrames).isPositive();
                assertThat(pausing).as("a frame waits for ever").isPositive();
                assertThat(mayHurry)
                        .as("the rest of a stream that has ended waits")
                        .isFalse();
            }
            case StreamPhase.Delivering waiting -> assertThat(delivering).isEqualTo(1);
            case StreamPhase.Applying waiting -> assertThat(applying).isNotNull();
            case StreamPhase.Ended over -> assertThat(waitingFrames).isZero();
            case StreamPhase.Sealed sealed -> assertThat(waitingFrames).isZero();
            case StreamPhase.Closed closed -> assertThat(waitingFrames).isZero();
        }
    }

    /** Everything that is under way succeeds, until nothing is; then the run is sealed and closed. */
    void settle() {
        act(Act.OPEN);
        for (int round = 0; round < 100; round++) {
            act(Act.DELIVERED);
            act(Act.APPLIED);
            act(Act.TIME);
            act(Act.PAUSE_OVER);
        }
        assertThat(machine.phase())
                .isInstanceOfAny(
                        StreamPhase.Reading.class,
                        StreamPhase.Ended.class,
                        StreamPhase.Sealed.class,
                        StreamPhase.Closed.class);
        assertThat(outcomeFollows && machine.phase() instanceof StreamPhase.Reading)
                .as("the outcome behind an effect is lost")
                .isFalse();
        if (machine.phase() instanceof StreamPhase.Ended && (opened > 0 || cancelled == 0)) {
            assertThat(ends).as("ended without an outcome").isEqualTo(1);
        }
        act(Act.SEAL);
        act(Act.CLOSE);
    }

    void check() {
        assertThat(answers).as("each caller is answered once").allMatch(answer -> answer[0] == 1);
        assertThat(closings).as("the same closing each time").allMatch(closings.getFirst()::equals);
        assertThat(inboxesClosed).isEqualTo(1);
        assertThat(sessionsClosed).isEqualTo(1);
        assertThat(left).as("the slot is left").isPositive();
        assertThat(waitingFrames + waitingCharacters).as("nothing is held").isZero();

        List<ResultPayload> published = new ArrayList<>(delivered);
        published.addAll(closings.getFirst());
        checkDeltas();
        checkMessages(published);
    }

    /** Published deltas are the first ones that the runner sent, each once and in order. */
    private void checkDeltas() {
        StringBuilder text = new StringBuilder();
        for (ResultPayload payload : delivered) {
            if (payload instanceof MessageDelta delta) {
                text.append(delta.chunk().plainText());
            }
        }
        assertThat(frames.sentDeltas()).startsWith(text);
    }

    /** Each message is published once, also that whose effect was under way, and no delta is left open. */
    private void checkMessages(List<ResultPayload> published) {
        StringBuilder open = new StringBuilder();
        for (ResultPayload payload : published) {
            if (payload instanceof MessageDelta delta) {
                open.append(delta.chunk().plainText());
            }
            if (payload instanceof MessageCompleted message) {
                String text = message.message().plainText();
                assertThat(messages.add(text)).as(text + " is published once").isTrue();
                if (text.startsWith("d")) {
                    assertThat(text).startsWith(open);
                }
                open.setLength(0);
            }
        }
        assertThat(open).as("a message is left open").isEmpty();
        assertThat(messages)
                .as("a message whose bytes were to be stored is lost")
                .containsAll(asks);
    }
}
