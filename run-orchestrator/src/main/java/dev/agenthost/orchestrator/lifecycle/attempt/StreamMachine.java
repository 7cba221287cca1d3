package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State machine of the stream of results that a runner sends in one attempt, within the {@link RunMachine}: takes an input, moves to the
 * next {@link StreamPhase} and returns its outputs, in order. Pure; not thread-safe.
 */
final class StreamMachine {
    private final Inbox inbox;
    private StreamPhase phase = new StreamPhase.Opening();
    private List<StreamOutput> outputs = List.of();

    StreamMachine(Inbox inbox) {
        this.inbox = inbox;
    }

    /**
     * Takes an input. Returns the outputs to take before the next input.
     *
     * @param now nanoseconds of a monotonic clock
     */
    List<StreamOutput> on(StreamInput input, long now) {
        outputs = new ArrayList<>();
        accept(input);
        if (phase instanceof StreamPhase.Paced && inbox.isSealed()) {
            phase = new StreamPhase.Reading();
        }
        if (phase instanceof StreamPhase.Reading) {
            take(now);
        }
        return outputs;
    }

    StreamPhase phase() {
        return phase;
    }

    /** Returns true while results wait for {@link StreamInput.Delivered}. */
    boolean isDelivering() {
        return phase instanceof StreamPhase.Delivering;
    }

    private void accept(StreamInput input) {
        switch (input) {
            case StreamInput.Open open -> open(open);
            case StreamInput.Call call ->
                outputs.add(
                        phase.isOpen() ? new StreamEffect.CallRunner(call.context()) : new StreamEffect.LeaveSlot());
            case StreamInput.NotCalled(ExecutionOutcome outcome) -> {
                outputs.add(new StreamEffect.LeaveSlot());
                end(outcome);
            }
            case StreamInput.Arrived(InboxItem item, int size) -> arrived(item, size);
            case StreamInput.Overloaded(String why) -> {
                if (phase.isOpen()) {
                    release(inbox.overflow());
                    warn("gives way: " + why);
                }
            }
            case StreamInput.PauseOver over -> {
                if (phase instanceof StreamPhase.Paced) {
                    phase = new StreamPhase.Reading();
                }
            }
            case StreamInput.Delivered delivered -> {
                if (phase instanceof StreamPhase.Delivering delivering) {
                    follow(delivering.next());
                }
            }
            case StreamInput.Applied(EffectOutcome outcome) -> {
                // The run was sealed during its effect: the closing results have its message.
                if (phase instanceof StreamPhase.Applying applying) {
                    applied(outcome, applying.following());
                }
            }
            case StreamInput.Failed(ExecutionOutcome outcome) -> {
                if (phase instanceof StreamPhase.Delivering) {
                    follow(new InboxBatch.Next.End(outcome, closing()));
                } else {
                    end(outcome);
                }
            }
            case StreamInput.Cancel(FailureCode code) -> {
                outputs.add(new StreamEffect.CancelRunner(code));
                if (phase instanceof StreamPhase.Opening) {
                    ended(null, List.of());
                }
            }
            case StreamInput.Seal seal -> seal();
            case StreamInput.Close close -> close();
        }
    }

    private void open(StreamInput.Open open) {
        boolean mayOpen = phase instanceof StreamPhase.Opening;
        if (mayOpen) {
            phase = new StreamPhase.Reading();
            outputs.add(new StreamEffect.OpenSession(open.grant()));
        } else {
            outputs.add(new StreamEffect.LeaveSlot());
        }
        outputs.add(new StreamEffect.AnswerOpen(open.caller(), mayOpen));
    }

    private void arrived(InboxItem item, int size) {
        if (!phase.isOpen()) {
            if (item instanceof InboxItem.Result && phase.outcome() != null) {
                warn("a result after the end of the run");
            }
            outputs.add(new StreamEffect.CountLate(size));
        }
        if (!phase.isOpen() || !inbox.put(item, size)) {
            release(new InboxBatch.Frames(1, item.held(size)));
        }
    }

    /** Takes the next batch out of the inbox; a batch leads to another phase. */
    private void take(long now) {
        InboxBatch batch = inbox.take(now);
        release(batch.taken());
        batch.warnings().forEach(this::warn);
        batch.dropped().forEach(dropped -> outputs.add(new StreamEffect.Refuse(dropped)));
        if (!batch.isEmpty()) {
            deliver(batch.results(), batch.next());
            return;
        }
        Duration pause = inbox.pause();
        if (pause.isPositive()) {
            phase = new StreamPhase.Paced();
            outputs.add(new StreamEffect.Pause(pause));
        }
    }

    private void deliver(List<PendingResult> results, InboxBatch.Next next) {
        if (results.isEmpty()) {
            follow(next);
            return;
        }
        phase = new StreamPhase.Delivering(next);
        if (next instanceof InboxBatch.Next.End) {
            release(inbox.close());
        }
        outputs.add(new StreamOutput.Results(results));
    }

    private void follow(InboxBatch.Next next) {
        switch (next) {
            case InboxBatch.Next.More more -> phase = new StreamPhase.Reading();
            case InboxBatch.Next.Apply(var effect, var following) -> {
                phase = new StreamPhase.Applying(effect, following);
                outputs.add(new StreamEffect.Apply(effect));
            }
            case InboxBatch.Next.End(ExecutionOutcome outcome, List<ResultPayload> closing) -> {
                ended(outcome, closing);
                outputs.add(new StreamOutput.Ended(outcome));
            }
        }
    }

    private void applied(EffectOutcome outcome, @Nullable ExecutionOutcome following) {
        switch (outcome) {
            case EffectOutcome.Applied(PendingResult result) -> {
                if (following == null) {
                    deliver(List.of(result), new InboxBatch.Next.More());
                } else {
                    follow(new InboxBatch.Next.End(following, List.of(result.payload())));
                }
            }
            case EffectOutcome.Dropped dropped ->
                follow(following == null ? new InboxBatch.Next.More() : new InboxBatch.Next.End(following, List.of()));
            case EffectOutcome.Superseded superseded ->
                end(new ExecutionOutcome.Superseded("context-store knows a later attempt"));
        }
    }

    /** Ends an open stream; the first outcome is the only one. */
    private void end(ExecutionOutcome outcome) {
        if (phase.isOpen()) {
            follow(new InboxBatch.Next.End(outcome, closing()));
        }
    }

    private void ended(@Nullable ExecutionOutcome outcome, List<ResultPayload> closing) {
        phase = new StreamPhase.Ended(outcome, closing);
        release(inbox.close());
    }

    private void seal() {
        if (isSealed()) {
            return;
        }
        StreamPhase before = phase;
        phase = new StreamPhase.Sealed(before.outcome(), closing());
        release(inbox.close());
        outputs.add(new StreamEffect.CloseInbox());
        if (before instanceof StreamPhase.Delivering(InboxBatch.Next.End end)) {
            outputs.add(new StreamOutput.Ended(end.outcome()));
        }
    }

    private void close() {
        seal();
        if (!(phase instanceof StreamPhase.Closed)) {
            phase = new StreamPhase.Closed(phase.outcome(), closing());
            outputs.add(new StreamEffect.CloseSession());
            outputs.add(new StreamEffect.LeaveSlot());
        }
    }

    private boolean isSealed() {
        return phase instanceof StreamPhase.Sealed || phase instanceof StreamPhase.Closed;
    }

    /** Returns the results that close open messages; those of a sealed stream are final. */
    List<ResultPayload> closing() {
        return switch (phase) {
            case StreamPhase.Opening opening -> List.of();
            case StreamPhase.Reading reading -> inbox.closing();
            case StreamPhase.Paced paced -> inbox.closing();
            case StreamPhase.Delivering delivering ->
                switch (delivering.next()) {
                    case InboxBatch.Next.More more -> inbox.closing();
                    case InboxBatch.Next.Apply apply -> closing(apply.effect());
                    case InboxBatch.Next.End end -> end.closing();
                };
            case StreamPhase.Applying applying -> closing(applying.effect());
            case StreamPhase.Ended ended -> ended.closing();
            case StreamPhase.Sealed sealed -> sealed.closing();
            case StreamPhase.Closed closed -> closed.closing();
        };
    }

    /** A message is published in any case, even if its effect is still to be applied. */
    private List<ResultPayload> closing(ResultDecision.Applies unapplied) {
        List<ResultPayload> closing = new ArrayList<>(inbox.closing());
        if (unapplied.effect() instanceof Effect.KeepParts message) {
            closing.addFirst(message.asked());
        }
        return List.copyOf(closing);
    }

    private void release(InboxBatch.Frames frames) {
        if (frames.frames() > 0) {
            outputs.add(new StreamEffect.ReleaseFrames(frames.frames(), frames.characters()));
        }
    }

    private void warn(String what) {
        outputs.add(new StreamEffect.Warn(what));
    }
}
