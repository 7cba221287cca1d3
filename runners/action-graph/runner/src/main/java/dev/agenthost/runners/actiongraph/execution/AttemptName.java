package dev.agenthost.runners.actiongraph.execution;

import java.util.Optional;

/**
 * The name of an attempt outside of its graph: of its delegation, its timer or its question. A repetition has the same name. On the wire it
 * is {@code <graph>/<action>/<iteration>/<attempt>}, with a suffix {@code /timer}, {@code /retry} or {@code /unanswered} for timers.
 *
 * @param runId id of the graph
 */
public record AttemptName(String runId, AttemptId attempt) {
    private static final String SEPARATOR = "/";
    private static final int PARTS = 4;

    /** Reads a name; empty if it is none of this runner. */
    public static Optional<AttemptName> parse(String name) {
        String[] parts = name.split(SEPARATOR);
        if (parts.length < PARTS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AttemptName(
                    parts[0], new AttemptId(parts[1], Integer.parseInt(parts[2]), Integer.parseInt(parts[3]))));
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return String.join(
                SEPARATOR,
                runId,
                attempt.actionId(),
                String.valueOf(attempt.iteration()),
                String.valueOf(attempt.attempt()));
    }
}
