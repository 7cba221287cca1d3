package dev.agenthost.bench.walk;

/** The types of results that end a run. */
final class Ends {
    static final String WELL = "run.completed";

    private Ends() {}

    static boolean areEndedBy(String type) {
        return switch (type) {
            case WELL, "run.failed", "run.unanswered" -> true;
            default -> false;
        };
    }
}
