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

    /** For its turn in the conversation. */
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

    /** For a replica that has room at its runner. */
    record Queued(int attempt) implements RunState {
        public Running claimed(Incarnation owner, boolean touched) {
            return new Running(attempt + 1, owner, touched);
        }

        public Ended finished() {
            return new Ended(attempt + 1);
        }
    }

    /**
     * In the hands of a replica.
     *
     * @param touched whether an effect of it may have been seen, where the retry policy asks for that to be known
     * @param losses how often it was begun before and lost its host or its runner
     */
    record Running(int attempt, Incarnation owner, boolean touched, int losses) implements RunState {
        public Running(int attempt, Incarnation owner, boolean touched) {
            this(attempt, owner, touched, 0);
        }

        public Queued requeued() {
            return new Queued(attempt);
        }

        /** By its owner, in the attempt that it holds. */
        public Ended finished() {
            return new Ended(attempt);
        }

        /** Ends the run by another replica, under a claim of its own. */
        public Ended finishedByOther() {
            return new Ended(attempt + 1);
        }
    }

    /** For ever. */
    record Ended(int attempt) implements RunState {}
}
