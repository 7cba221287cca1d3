package dev.agenthost.bench.testbed;

/** The types of results that end a run. */
final class TerminalResultTypes {
    static final String WELL = "run.completed";

    private TerminalResultTypes() {}

    static boolean areEndedBy(String type) {
        return switch (type) {
            case WELL, "run.failed", "run.unanswered" -> true;
            default -> false;
        };
    }
}
