package dev.agenthost.orchestrator.interaction;

/** The result of storing a response to a question. */
public enum ResponseOutcome {
    /** The response and its event are stored; the event is to be published. */
    STORED,
    /** As {@link #STORED}, but the event is published after the end of the run that asked. */
    HELD,
    /** The question has a response already, or has expired; nothing is stored. */
    CLOSED
}
