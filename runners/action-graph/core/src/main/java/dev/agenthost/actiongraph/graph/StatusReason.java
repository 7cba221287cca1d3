package dev.agenthost.actiongraph.graph;

import dev.agenthost.protocol.json.WireName;

/** The reason of an action's status, for observations and for the record. */
public enum StatusReason implements WireName {
    /** The status needs no reason. */
    NONE,
    /** A person has to approve the action. */
    APPROVAL,
    /** The next attempt, or the next iteration, is due later. */
    RETRY,
    /** The action waits for a point in time. */
    TIMER,
    /** The action waits for the answer of a person. */
    PERSON,
    /** The action waits for an assignment to another runner. */
    ASSIGNMENT,
    /** The last attempt failed. */
    FAILURE,
    /** The condition of an until loop is still false after its last iteration. */
    LOOP_LIMIT,
    /** The list of the loop has more elements than the loop may have iterations. */
    LOOP_LIST_LENGTH,
    /** The list of the loop has no value, or is no list. */
    LOOP_LIST,
    /** The condition is false. */
    CONDITION,
    /** The condition compares a value that does not exist. */
    UNDECIDED,
    /** An action that this one needs has no result. */
    DEPENDENCY,
    /** A person has denied the action. */
    DENIED,
    /** An earlier action of the graph writes the same resource. */
    CONFLICT,
    /** The action has started, its end is not recorded, and a repetition could repeat an effect. */
    UNKNOWN_OUTCOME,
    /** A decision lets the action run, skips it or fails it. */
    DECISION,
    /** The budget of the graph is exhausted. */
    BUDGET,
    /** The deadline of the graph has passed. */
    DEADLINE,
    /** A failure or a decision ended the graph. */
    ABORT,
    /** A person or the runtime cancelled the graph. */
    CANCELLATION
}
