package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.protocol.result.ResultPayload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Items that arrived for one run. They wait in order, are parsed when they are taken, and count against the memory budget while they
 * wait. Not thread-safe: the run locks.
 */
public final class Inbox {
    /** Results handed on at once. */
    private static final int MOST_AT_ONCE = 256;

    private final InboxQueue mailbox = new InboxQueue();
    private final ResultIntake intake;
    private final ResultRateLimiter pace;
    private final BufferBudget.Share memory;
    private final Backlog.Part waiting;
    private boolean slowed;
    /** A message that waits for its effect: whatever comes between, it is said. */
    private @Nullable ResultPayload unsaid;
    /** Follows the effect that was handed out last. */
    private @Nullable ExecutionOutcome following;

    /**
     * @param memory what it holds
     * @param waiting what of its connection's frames is its
     */
    public Inbox(ResultIntake intake, ResultRateLimiter pace, BufferBudget.Share memory, Backlog.Part waiting) {
        this.intake = intake;
        this.pace = pace;
        this.memory = memory;
        this.waiting = waiting;
    }

    /** @param size characters of the frame that carried it */
    public void put(InboxItem arrival, int size) {
        mailbox.put(arrival, size);
        weigh();
    }

    /** Something came after the end. @param size characters of the frame that carried it */
    public void tooLate(int size) {
        waiting.idleTalk(size);
    }

    /** Discards the waiting items and ends the run as overloaded. */
    public void overflow() {
        mailbox.overflow();
        weigh();
    }

    /** Returns the results that close an open message, behind the message that waits for its effect. */
    public List<ResultPayload> closing() {
        List<ResultPayload> closing = new ArrayList<>(intake.closing());
        if (unsaid != null) {
            closing.addFirst(unsaid);
        }
        return List.copyOf(closing);
    }

    /** The effect that was handed out last was applied, and what it was for goes on. */
    public void said() {
        unsaid = null;
    }

    /** Nothing more goes in or comes out. */
    public void close() {
        mailbox.close();
        weigh();
        memory.close();
        waiting.close();
    }

    /** Returns true if no further item is accepted. */
    public boolean isSealed() {
        return mailbox.isSealed();
    }

    /** Returns the time until the next item may be taken; zero where none waits. */
    public Duration pause() {
        return mailbox.frames() == 0 || mailbox.isSealed() ? Duration.ZERO : pace.pause();
    }

    /** Empty where nothing waits, or nothing may be taken yet. */
    public InboxBatch take(long now) {
        try {
            return taken(now);
        } finally {
            weigh();
        }
    }

    private InboxBatch taken(long now) {
        ExecutionOutcome ending = following;
        if (ending != null) {
            following = null;
            return new InboxBatch(List.of(), null, ending, true, List.of(), List.of());
        }
        DeltaCoalescer results = new DeltaCoalescer();
        List<String> warnings = new ArrayList<>();
        List<DroppedEffect> dropped = new ArrayList<>();
        while (results.size() < MOST_AT_ONCE) {
            if (!mayTake(now)) {
                slowed(warnings);
                break;
            }
            InboxQueue.Letter letter = mailbox.take().orElse(null);
            if (letter == null) {
                break;
            }
            pace.took(letter.cost());
            if (letter.arrival() instanceof InboxItem.Lost lost) {
                return new InboxBatch(
                        results.all(), null, new ExecutionOutcome.RunnerLost(lost.why()), false, dropped, warnings);
            }
            ResultDecision taken = understood(letter.arrival());
            warnings.addAll(taken.warnings());
            switch (taken) {
                case ResultDecision.Passes passes -> {
                    results.addAll(passes.results());
                    if (passes.dropped() != null) {
                        dropped.add(passes.dropped());
                    }
                }
                case ResultDecision.Applies applies -> {
                    return waiting(results, applies, dropped, warnings);
                }
                case ResultDecision.Ends ends -> {
                    results.addAll(ends.before());
                    ResultDecision.Applies last = ends.last();
                    if (last != null) {
                        following = ends.ending();
                        return waiting(results, last, dropped, warnings);
                    }
                    return new InboxBatch(results.all(), null, ends.ending(), true, dropped, warnings);
                }
            }
        }
        return new InboxBatch(results.all(), null, null, false, dropped, warnings);
    }

    private InboxBatch waiting(
            DeltaCoalescer results,
            ResultDecision.Applies applies,
            List<DroppedEffect> dropped,
            List<String> warnings) {
        if (applies.effect() instanceof Effect.KeepParts message) {
            unsaid = message.asked();
        }
        return new InboxBatch(results.all(), applies, null, false, dropped, warnings);
    }

    /** Of a stream that has ended no more can come: the little that waits need not wait longer. */
    private boolean mayTake(long now) {
        return mailbox.isSealed() || pace.allows(now);
    }

    /** Said once: it goes on like that. */
    private void slowed(List<String> warnings) {
        if (!slowed && mailbox.frames() > 0) {
            slowed = true;
            warnings.add("says more than is taken of one run: the rest waits, and goes on together");
        }
    }

    private ResultDecision understood(InboxItem arrival) {
        return switch (arrival) {
            case InboxItem.Result result -> intake.take(result.tree(), result.oversized());
            case InboxItem.StreamEnd end -> intake.streamEnded();
            case InboxItem.StreamFailed failed -> intake.streamFailed(failed.message(), failed.data());
            case InboxItem.Misunderstood misunderstood -> intake.misunderstood(misunderstood.why());
            case InboxItem.Overflow overflow -> intake.overflowed();
            case InboxItem.Lost lost -> throw new IllegalStateException("a loss is no result");
        };
    }

    /** A character is two bytes, or one and as much again for the object around it. */
    private void weigh() {
        memory.holds(2 * mailbox.characters());
        waiting.holds(mailbox.frames(), mailbox.characters());
    }
}
