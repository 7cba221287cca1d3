package dev.agenthost.actiongraph.condition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.reference.Reference;

/** One side of a comparison. */
public sealed interface Operand {
    /** A string, a number, {@code true}, {@code false}, {@code null}, or a list of them. */
    record Literal(JsonNode value) implements Operand {
        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** A value that is known once the action may start. */
    record Lookup(Reference reference) implements Operand {
        @Override
        public String toString() {
            return reference.toString();
        }
    }
}
