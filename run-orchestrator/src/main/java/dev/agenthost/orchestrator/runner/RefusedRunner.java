package dev.agenthost.orchestrator.runner;

/**
 * A declared runner that is unusable, with the reason for operators. It does not hide other runners (spec 000 §4.1).
 *
 * @param runner the name of the runner, if it has one
 */
public record RefusedRunner(String runner, String reason) {
    /** The placeholder for a plugin or runtime without a readable runner. */
    public static final String ANY = "*";

    @Override
    public String toString() {
        return "runner " + runner + ": " + reason;
    }
}
