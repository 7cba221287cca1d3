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
     * @param available the parts that its value has where the reference ends, as a sentence; empty if there is no such value
     */
    record Unresolved(Reference reference, String available) implements ResolvedInput {
        /** The reason without names of other values. */
        public String why() {
            return reference + " has no value";
        }

        /** The reason with the parts that there are, for those who may see the value. */
        public String remedy() {
            return available.isEmpty() ? why() : why() + "; " + available;
        }
    }
}
