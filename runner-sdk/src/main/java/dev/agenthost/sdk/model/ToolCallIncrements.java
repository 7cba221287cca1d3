package dev.agenthost.sdk.model;

/** Receives the arguments of native tool calls as a model streams them. */
@FunctionalInterface
public interface ToolCallIncrements {
    /** Receives nothing. */
    ToolCallIncrements NONE = (number, name, increment) -> {};

    /**
     * Takes the next part of the arguments of a call.
     *
     * @param number number of the call in its answer, from 0
     * @param name the function, as far as it has arrived; may be empty
     * @param increment the next characters of the arguments, a part of a JSON text
     */
    void add(int number, String name, String increment);
}
