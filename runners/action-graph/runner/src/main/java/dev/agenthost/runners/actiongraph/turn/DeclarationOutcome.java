package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.transcript.ConversationTurn;

/** The outcome of one declaration. */
public sealed interface DeclarationOutcome {
    /** The model is asked again, with the observation. */
    record Observed(ConversationTurn turn) implements DeclarationOutcome {}

    /** The run ends with a report for the person. */
    record Reported(String markdown) implements DeclarationOutcome {}

    /** The run ends; an event of the host resumes the graph in a run of its own. */
    record Waiting() implements DeclarationOutcome {}

    /** The event changes nothing: it is late or repeated. */
    record Unchanged() implements DeclarationOutcome {}
}
