package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.state.StateScope;

/**
 * {@code state.updated}: the runner asks to keep a value. Other fields are ignored (spec 000 §3). It was applied before it was
 * published; consumers of a topic do not apply it again.
 *
 * @param scope one of the specification's four
 * @param value any JSON, null included; size is checked where it is stored
 */
public record StateUpdated(StateScope scope, String key, JsonNode value) implements ResultPayload {
    public StateUpdated {
        Fields.required(scope, "scope");
        if (scope == StateScope.WORKSPACE || scope == StateScope.BINDING) {
            throw new InvalidFieldException("scope", "must be one of conversation, actor, subject, runner");
        }
        Fields.text(key, "key");
        Fields.required(value, "value");
    }
}
