package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.result.ResultPayload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Items that arrived for one run. Items wait in order, and are parsed when they are taken, at the run's rate. Pure; not thread-safe. */
public final class Inbox {
    /** The most results in one batch. */
    private static final int MOST_AT_ONCE = 256;

    private final InboxQueue queue = new InboxQueue();
    private final ResultIntake intake;
    private final ResultRateLimiter rate;
    private boolean slowed;

    public Inbox(ResultIntake intake, ResultRateLimiter rate) {
        this.intake = intake;
        this.rate = rate;
    }

    /**
     * @param size characters of the item's frame
     * @return false if the item is ignored, because the stream has ended
     */
    boolean put(InboxItem arrival, int size) {
        return queue.put(arrival, size);
    }

    /** Discards the waiting items and ends the run as overloaded. Returns the discarded frames. */
    InboxBatch.Frames overflow() {
        return queue.overflow();
    }

    /** Returns the results that close an open message. */
    List<ResultPayload> closing() {
        return intake.closing();
    }

    /** Discards the waiting items and refuses all later ones. Returns the discarded frames. */
    InboxBatch.Frames close() {
        return queue.close();
    }

    /** Returns true if the stream has ended: no further item is accepted. */
    boolean isSealed() {
        return queue.isSealed();
    }

    /** Returns the time until the next item may be taken; zero if no item waits. */
    Duration pause() {
        return queue.isEmpty() || queue.isSealed() ? Duration.ZERO : rate.pause();
    }

    /** Returns an empty batch if no item waits or may be taken yet. */
    InboxBatch take(long now) {
        InboxBatch.Frames before = queue.waiting();
        DeltaCoalescer results = new DeltaCoalescer();
        List<String> warnings = new ArrayList<>();
        List<DroppedEffect> dropped = new ArrayList<>();
        InboxBatch.Next next = take(now, results, dropped, warnings);
        InboxBatch.Frames after = queue.waiting();
        return new InboxBatch(
                results.all(),
                next,
                dropped,
                warnings,
                new InboxBatch.Frames(before.frames() - after.frames(), before.characters() - after.characters()));
    }

    private InboxBatch.Next take(long now, DeltaCoalescer results, List<DroppedEffect> dropped, List<String> warnings) {
        while (results.size() < MOST_AT_ONCE) {
            if (!mayTake(now)) {
                slowed(warnings);
                break;
            }
            InboxQueue.Letter letter = queue.take().orElse(null);
            if (letter == null) {
                break;
            }
            rate.took(letter.cost());
            if (letter.arrival() instanceof InboxItem.Lost lost) {
                return new InboxBatch.Next.End(new ExecutionOutcome.RunnerLost(lost.why()), closing());
            }
            ResultDecision decision = decide(letter.arrival());
            warnings.addAll(decision.warnings());
            switch (decision) {
                case ResultDecision.Passes passes -> {
                    results.addAll(passes.results());
                    if (passes.dropped() != null) {
                        dropped.add(passes.dropped());
                    }
                }
                case ResultDecision.Applies applies -> {
                    return new InboxBatch.Next.Apply(applies, null);
                }
                case ResultDecision.Ends ends -> {
                    ResultDecision.Applies last = ends.last();
                    return last == null
                            ? new InboxBatch.Next.End(ends.ending(), ends.closing())
                            : new InboxBatch.Next.Apply(last, ends.ending());
                }
            }
        }
        return new InboxBatch.Next.More();
    }

    /** Returns true for an ended stream: its few waiting items need not wait longer. */
    private boolean mayTake(long now) {
        return queue.isSealed() || rate.allows(now);
    }

    /** Warns once for each run. */
    private void slowed(List<String> warnings) {
        if (!slowed && !queue.isEmpty()) {
            slowed = true;
            warnings.add("says more than is taken of one run: the rest waits, and goes on together");
        }
    }

    private ResultDecision decide(InboxItem arrival) {
        return switch (arrival) {
            case InboxItem.Result result -> intake.take(result.tree(), result.oversized());
            case InboxItem.StreamEnd end -> intake.streamEnded();
            case InboxItem.StreamFailed failed -> intake.streamFailed(failed.message(), failed.data());
            case InboxItem.Misunderstood misunderstood -> intake.misunderstood(misunderstood.why());
            case InboxItem.Overflow overflow -> intake.overflowed();
            case InboxItem.Lost lost -> throw new IllegalStateException("a loss is no result");
        };
    }
}
