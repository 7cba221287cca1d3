package dev.agenthost.actiongraph.transcript;

/** The detail of one turn, from fine to coarse. */
enum TurnDetail {
    /** The exact declaration, and the results. */
    EXACT,
    /** Descriptions of the calls, and the results. */
    COMPRESSED,
    /** Descriptions of the calls, and the status of each. Text is cut. */
    STATUS,
    /** The status of the turn and numbers of calls. */
    HEADER,
    /** Nothing but a note that turns are omitted. */
    OMITTED;

    TurnDetail coarser(TurnDetail other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
