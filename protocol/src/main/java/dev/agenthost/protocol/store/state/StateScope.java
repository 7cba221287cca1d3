package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.json.WireName;

/** The owner of a state value (spec 000 §5.10; workspace and binding from spec 002 §4.6, off unless named). */
public enum StateScope implements WireName {
    CONVERSATION,
    ACTOR,
    SUBJECT,
    RUNNER,
    WORKSPACE,
    BINDING
}
