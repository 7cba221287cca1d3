package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.List;

/** The state scopes that a run may use: the specification's four by default, none for an empty list. */
public record StatePolicy(List<StateScope> scopes) {
    private static final StatePolicy DEFAULTS =
            new StatePolicy(List.of(StateScope.CONVERSATION, StateScope.ACTOR, StateScope.SUBJECT, StateScope.RUNNER));

    public StatePolicy {
        scopes = scopes == null ? DEFAULTS.scopes() : Fields.list(scopes, "scopes");
    }

    public static StatePolicy defaults() {
        return DEFAULTS;
    }
}
