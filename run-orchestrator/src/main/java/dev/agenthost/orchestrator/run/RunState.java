package dev.agenthost.orchestrator.run;

import dev.agenthost.platform.lease.Incarnation;

/**
 * The state of a run. A transition is a method of the state that may make it.
 *
 * <pre>
 *   admitted ─▶ Waiting ──promoted──▶ Queued ──claimed──▶ Running ──finished──▶ Ended
 *                  │                    ▲ │                  │
 *                  │                    │ │                  │
 *                  │                    └─┼─────requeued─────┘
 *                  └──────finished────────┴─▶ Ended   (under a claim of the finisher: the next attempt)
 * </pre>
 */
public sealed interface RunState {
    /** The last attempt that was claimed; 0 before the first. */
    int attempt();

    /** Waits for its turn in the conversation. */
    record Waiting() implements RunState {
        @Override
        public int attempt() {
            return 0;
        }

        public Queued promoted() {
            return new Queued(0);
        }

        public Ended finished() {
            return new Ended(1);
        }
    }

    /** Waits for a replica with a free slot for its runner. */
    record Queued(int attempt) implements RunState {
        public Running claimed(Incarnation owner, boolean touched) {
            return new Running(attempt + 1, owner, touched);
        }

        public Ended finished() {
            return new Ended(attempt + 1);
        }
    }

    /**
     * Held by a replica.
     *
     * @param touched true if it may have had a visible effect, if the retry policy needs that
     * @param losses the number of earlier attempts that lost their host or their runner
     */
    record Running(int attempt, Incarnation owner, boolean touched, int losses) implements RunState {
        public Running(int attempt, Incarnation owner, boolean touched) {
            this(attempt, owner, touched, 0);
        }

        public Queued requeued() {
            return new Queued(attempt);
        }

        /** Ends the run by its owner, in the held attempt. */
        public Ended finished() {
            return new Ended(attempt);
        }

        /** Ends the run by another replica, under a claim of its own. */
        public Ended finishedByOther() {
            return new Ended(attempt + 1);
        }
    }

    /** The final state. */
    record Ended(int attempt) implements RunState {}
}
