package dev.agenthost.orchestrator.execution;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Takes a turn as long as there is one; whoever finishes a turn that had to wait takes the next. Nothing here nests or blocks. */
final class TurnPump {
    /** Source of batches, and their performer. */
    interface Turns {
        /** Null where there is none, or one is being performed. */
        @Nullable
        InboxBatch next();

        Uni<Void> perform(InboxBatch turn);

        void performed();

        /** A fault of the host in a turn. */
        void faulty(Throwable fault);
    }

    private final Turns turns;

    TurnPump(Turns turns) {
        this.turns = turns;
    }

    void pump() {
        while (true) {
            InboxBatch turn = next();
            if (turn == null) {
                return;
            }
            AtomicInteger looks = new AtomicInteger();
            Uni.createFrom().deferred(() -> turns.perform(turn)).subscribe().with(done -> performed(looks), fault -> {
                turns.faulty(fault);
                performed(looks);
            });
            if (looks.getAndIncrement() == 0) {
                return;
            }
        }
    }

    private @Nullable InboxBatch next() {
        try {
            return turns.next();
        } catch (RuntimeException fault) {
            turns.faulty(fault);
            return null;
        }
    }

    /** The second of the two (the turn's end, the pump's look at it) goes on. */
    private void performed(AtomicInteger looks) {
        turns.performed();
        if (looks.getAndIncrement() == 1) {
            pump();
        }
    }
}
