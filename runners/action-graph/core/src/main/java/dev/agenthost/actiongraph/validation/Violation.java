package dev.agenthost.actiongraph.validation;

/**
 * One breach of a rule, in words that the author of a declaration can act on.
 *
 * @param path the JSON path of the value, such as {@code $.payload.actions[2].depends_on[0]}; for a missing member, the path that it would have
 * @param rule the broken rule
 * @param message the limit and the remedy; never contains the name of a Java type
 */
public record Violation(String path, Rule rule, String message) {
    @Override
    public String toString() {
        return path + ": " + message + " [" + rule.code() + "]";
    }
}
