package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State machine of the stream of results that a runner sends in one attempt: takes an input, moves to the next {@link StreamPhase} and
 * answers the effects to perform, in order. Pure; not thread-safe.
 */
final class StreamMachine {
    private final Inbox inbox;
    private StreamPhase phase = new StreamPhase.Opening();
    private List<StreamEffect> effects = new ArrayList<>();

    StreamMachine(Inbox inbox) {
        this.inbox = inbox;
    }

    /**
     * Takes an input. Returns the effects to perform before the next input.
     *
     * @param now nanoseconds of a monotonic clock
     */
    List<StreamEffect> on(StreamInput input, long now) {
        effects = new ArrayList<>();
        accept(input);
        if (phase instanceof StreamPhase.Paced && inbox.isSealed()) {
            phase = new StreamPhase.Reading();
        }
        if (phase instanceof StreamPhase.Reading) {
            take(now);
        }
        return effects;
    }

    StreamPhase phase() {
        return phase;
    }

    private void accept(StreamInput input) {
        switch (input) {
            case StreamInput.Open open -> open(open);
            case StreamInput.Call call ->
                effects.add(
                        phase.isOpen() ? new StreamEffect.CallRunner(call.context()) : new StreamEffect.LeaveSlot());
            case StreamInput.NotCalled(ExecutionOutcome outcome) -> {
                effects.add(new StreamEffect.LeaveSlot());
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
                // An effect of a run that was sealed meanwhile: the closing results have its message.
                if (phase instanceof StreamPhase.Applying applying) {
                    applied(outcome, applying.following());
                }
            }
            case StreamInput.Fault fault -> {
                ExecutionOutcome outcome = new ExecutionOutcome.Failed(
                        RunFailed.of(FailureCode.RUNTIME_ERROR, "the host could not work on what the runner said"));
                if (phase instanceof StreamPhase.Delivering) {
                    follow(new InboxBatch.Next.End(outcome, closing()));
                } else {
                    end(outcome);
                }
            }
            case StreamInput.Cancel(FailureCode code) -> {
                effects.add(new StreamEffect.CancelRunner(code));
                if (phase instanceof StreamPhase.Opening) {
                    ended(null, List.of());
                }
            }
            case StreamInput.Seal seal -> effects.add(new StreamEffect.AnswerSeal(seal.caller(), seal()));
            case StreamInput.Close close -> close();
        }
    }

    private void open(StreamInput.Open open) {
        boolean mayOpen = phase instanceof StreamPhase.Opening;
        if (mayOpen) {
            phase = new StreamPhase.Reading();
            effects.add(new StreamEffect.OpenSession(open.grant()));
        } else {
            effects.add(new StreamEffect.LeaveSlot());
        }
        effects.add(new StreamEffect.AnswerOpen(open.caller(), mayOpen));
    }

    private void arrived(InboxItem item, int size) {
        if (!phase.isOpen()) {
            if (item instanceof InboxItem.Result && phase.outcome() != null) {
                warn("a result after the end of the run");
            }
            effects.add(new StreamEffect.CountLate(size));
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
        batch.dropped().forEach(dropped -> effects.add(new StreamEffect.Refuse(dropped)));
        if (!batch.isEmpty()) {
            deliver(batch.results(), batch.next());
            return;
        }
        Duration pause = inbox.pause();
        if (pause.isPositive()) {
            phase = new StreamPhase.Paced();
            effects.add(new StreamEffect.Pause(pause));
        }
    }

    private void deliver(List<PendingResult> results, InboxBatch.Next next) {
        if (results.isEmpty()) {
            follow(next);
            return;
        }
        phase = new StreamPhase.Delivering(next);
        effects.add(new StreamEffect.Deliver(results));
        if (next instanceof InboxBatch.Next.End) {
            release(inbox.close());
        }
    }

    private void follow(InboxBatch.Next next) {
        switch (next) {
            case InboxBatch.Next.More more -> phase = new StreamPhase.Reading();
            case InboxBatch.Next.Apply(var effect, var following) -> {
                phase = new StreamPhase.Applying(effect, following);
                effects.add(new StreamEffect.Apply(effect));
            }
            case InboxBatch.Next.End(ExecutionOutcome outcome, List<ResultPayload> closing) -> {
                effects.add(new StreamEffect.End(outcome));
                ended(outcome, closing);
            }
        }
    }

    private void applied(EffectOutcome outcome, @Nullable ExecutionOutcome following) {
        InboxBatch.Next next =
                following == null ? new InboxBatch.Next.More() : new InboxBatch.Next.End(following, List.of());
        switch (outcome) {
            case EffectOutcome.Applied(PendingResult result) -> deliver(List.of(result), next);
            case EffectOutcome.Dropped dropped -> follow(next);
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

    private List<ResultPayload> seal() {
        List<ResultPayload> closing = closing();
        if (phase instanceof StreamPhase.Delivering(InboxBatch.Next.End end)) {
            effects.add(new StreamEffect.End(end.outcome()));
        }
        if (!isSealed()) {
            phase = new StreamPhase.Sealed(phase.outcome(), closing);
            release(inbox.close());
            effects.add(new StreamEffect.CloseInbox());
        }
        return closing;
    }

    private void close() {
        List<ResultPayload> closing = seal();
        if (!(phase instanceof StreamPhase.Closed)) {
            phase = new StreamPhase.Closed(phase.outcome(), closing);
            effects.add(new StreamEffect.CloseSession());
            effects.add(new StreamEffect.LeaveSlot());
        }
    }

    private boolean isSealed() {
        return phase instanceof StreamPhase.Sealed || phase instanceof StreamPhase.Closed;
    }

    /** Returns the results that close what is open. */
    private List<ResultPayload> closing() {
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
            effects.add(new StreamEffect.ReleaseFrames(frames.frames(), frames.characters()));
        }
    }

    private void warn(String what) {
        effects.add(new StreamEffect.Warn(what));
    }
}
