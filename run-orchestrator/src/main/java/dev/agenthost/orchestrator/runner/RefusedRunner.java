package dev.agenthost.orchestrator.runner;

/**
 * A runner that a plugin declares and that cannot be used. It hides no other, and people are told why (spec 000 §4.1).
 *
 * @param runner its name, as far as it has one
 */
public record RefusedRunner(String runner, String reason) {
    /** Placeholder for the runners of a plugin or runtime from which none could be read. */
    public static final String ANY = "*";

    @Override
    public String toString() {
        return "runner " + runner + ": " + reason;
    }
}
