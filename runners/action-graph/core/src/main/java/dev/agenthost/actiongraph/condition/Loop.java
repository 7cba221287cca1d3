package dev.agenthost.actiongraph.condition;

import dev.agenthost.actiongraph.reference.Reference;

/** The bounded repetition of one action. There is no loop without a limit. */
public sealed interface Loop {
    /** Most iterations of any loop. */
    int MAX_ITERATIONS = 100;
    /** Most iterations that run at a time. */
    int MAX_PARALLEL = 16;

    /** Most iterations of this loop. */
    int maxIterations();

    /**
     * One iteration for each element of a list; {@code loop:item} is the element. A list that is longer than the limit fails the action before
     * its first iteration.
     *
     * @param list the list
     * @param maxParallel most iterations that run at a time
     */
    record ForEach(Reference list, int maxIterations, int maxParallel) implements Loop {}

    /**
     * Iterations until a condition is true after one of them; the action fails if it is still false after the last.
     *
     * @param condition may refer to the output of the action itself
     * @param delaySeconds delay between two iterations, in seconds
     */
    record Until(Condition condition, int maxIterations, int delaySeconds) implements Loop {}
}
