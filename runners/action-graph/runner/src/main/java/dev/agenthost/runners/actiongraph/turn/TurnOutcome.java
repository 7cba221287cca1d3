package dev.agenthost.runners.actiongraph.turn;

/** The end of the turns of one run. */
public sealed interface TurnOutcome {
    /**
     * The run ends with that answer, as Markdown.
     *
     * @param isComplete false if the provider stopped the model before its end
     */
    record Answered(String text, boolean isComplete) implements TurnOutcome {}

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
