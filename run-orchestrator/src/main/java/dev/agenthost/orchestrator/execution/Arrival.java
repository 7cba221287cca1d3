package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.JsonNode;

/** What can come for a run over its connection. */
sealed interface Arrival {
    /**
     * One result, as it stood in the frame.
     *
     * @param oversized it was above the cap and came without its payload
     */
    record Result(JsonNode tree, boolean oversized) implements Arrival {}

    /** The stream ended with its end frame. */
    record StreamEnd() implements Arrival {}

    /** The stream ended with a failure of the wire; no result says so. */
    record StreamFailed(String message, JsonNode data) implements Arrival {}

    /** The connection is gone. */
    record Lost(String why) implements Arrival {}

    /** More came than the run's mailbox holds. */
    record Overflow() implements Arrival {}

    default boolean isLast() {
        return !(this instanceof Result);
    }
}
