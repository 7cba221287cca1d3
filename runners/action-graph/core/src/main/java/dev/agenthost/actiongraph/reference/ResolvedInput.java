package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;

/** The outcome of resolving a reference or an input. */
public sealed interface ResolvedInput {
    /** The value, of whatever JSON type it has. */
    record Resolved(JsonNode value) implements ResolvedInput {}

    /**
     * No value: the action does not start.
     *
     * @param reference the first reference without a value
     */
    record Unresolved(Reference reference) implements ResolvedInput {
        /** The reason, for an observation. */
        public String why() {
            return reference + " has no value";
        }
    }
}
