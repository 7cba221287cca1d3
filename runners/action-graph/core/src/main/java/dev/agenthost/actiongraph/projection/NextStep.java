package dev.agenthost.actiongraph.projection;

import dev.agenthost.protocol.json.WireName;

/** The next step of a run that has reached a decision point. */
public enum NextStep implements WireName {
    /** The model answers the user. */
    FINAL_ANSWER,
    /** The model decides, revises or cancels the run, or answers. */
    DECISION,
    /** A person approves or denies. */
    APPROVAL,
    /** A person answers a question. */
    USER_INPUT
}
