package dev.agenthost.actiongraph.transcript;

/** The detail of one turn, from fine to coarse. */
enum TurnDetail {
    /** The exact declaration, and the results. */
    EXACT,
    /** Descriptions of the calls, and the results. */
    COMPRESSED,
    /** As {@link #COMPRESSED}, but each content and text is cut to {@value TurnText#SHORT_TOKENS} tokens. */
    SHORT,
    /** Descriptions of the calls, and the status of each. */
    STATUS,
    /** The status of the turn and numbers of calls. */
    HEADER,
    /** Nothing but a note that turns are omitted. */
    OMITTED;

    TurnDetail coarser(TurnDetail other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
