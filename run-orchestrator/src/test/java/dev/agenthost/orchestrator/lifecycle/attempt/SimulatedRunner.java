package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.ResultDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The runner of a simulated run: checks each effect of the stream as it is asked for. */
final class SimulatedRunner implements RunnerStream {
    static final int RATE = 5;

    private final BooleanSupplier open;
    int opened;
    int called;
    private int cancelled;
    int left;
    int pausing;
    int inboxesClosed;
    int sessionsClosed;
    long seconds;
    /** Frames may be released without a pause. */
    boolean mayHurry;

    ResultDecision.Applies applying;
    final List<String> asks = new ArrayList<>();
    private long waitingFrames;
    private long waitingCharacters;
    private long taken;

    /** @param open true while the run accepts results */
    SimulatedRunner(BooleanSupplier open) {
        this.open = open;
    }

    void waits(int characters) {
        waitingFrames++;
        waitingCharacters += characters;
    }

    boolean hasFrames() {
        return waitingFrames + waitingCharacters > 0;
    }

    @Override
    public void perform(StreamEffect effect) {
        switch (effect) {
            case StreamEffect.OpenSession session -> {
                assertThat(opened++).as("opened once").isZero();
                assertRunning();
            }
            case StreamEffect.AnswerOpen answer -> answer.caller().complete(answer.opened());
            case StreamEffect.CallRunner call -> {
                called++;
                assertRunning();
            }
            case StreamEffect.Apply(ResultDecision.Applies asked) -> {
                assertThat(applying).as("an effect is overtaken").isNull();
                assertRunning();
                applying = asked;
                if (asked.effect() instanceof Effect.KeepParts message) {
                    asks.add(message.asked().message().plainText());
                }
            }
            case StreamEffect.ReleaseFrames release -> released(release);
            case StreamEffect.Pause pause -> pausing++;
            case StreamEffect.CancelRunner cancel ->
                assertThat(cancelled++).as("cancelled once").isZero();
            case StreamEffect.CloseInbox close ->
                assertThat(inboxesClosed++).as("closed once").isZero();
            case StreamEffect.CloseSession close -> {
                assertThat(sessionsClosed++).as("closed once").isZero();
                assertThat(inboxesClosed).as("closed before it was sealed").isEqualTo(1);
            }
            case StreamEffect.LeaveSlot leave -> left++;
            default -> {}
        }
    }

    private void assertRunning() {
        assertThat(inboxesClosed).as("goes on after the end").isZero();
    }

    private void released(StreamEffect.ReleaseFrames release) {
        waitingFrames -= release.frames();
        waitingCharacters -= release.characters();
        taken += release.frames();
        assertThat(waitingFrames).isNotNegative();
        assertThat(waitingCharacters).isNotNegative();
        if (!mayHurry && open.getAsBoolean()) {
            assertThat(taken).as("faster than its rate").isLessThanOrEqualTo(RATE + RATE * seconds);
        }
    }
}
