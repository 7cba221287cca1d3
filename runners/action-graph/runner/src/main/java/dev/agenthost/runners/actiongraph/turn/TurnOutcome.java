package dev.agenthost.runners.actiongraph.turn;

/** The end of the turns of one run. */
public sealed interface TurnOutcome {
    /**
     * The run ends with that answer, as Markdown.
     *
     * @param finishReason {@code stop}; the reason for which the provider cut the answer off; {@code waiting} if a graph waits for a person
     */
    record Answered(String text, String finishReason) implements TurnOutcome {
        /** A complete answer. */
        static Answered complete(String text) {
            return new Answered(text, "stop");
        }
    }

    /** A person, another agent or a timer is waited for; its event starts a run of its own. */
    record Waiting() implements TurnOutcome {}

    /** The event is late or repeated: it has changed nothing, and the person is told nothing. */
    record Unchanged() implements TurnOutcome {}

    /**
     * The run fails.
     *
     * @param code stable code
     * @param why one sentence for operators; it quotes nothing of an output
     */
    record Failed(String code, String why) implements TurnOutcome {}
}
