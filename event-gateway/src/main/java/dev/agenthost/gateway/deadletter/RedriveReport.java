package dev.agenthost.gateway.deadletter;

import java.util.List;

/**
 * The outcome of a request to redrive, dead letter by dead letter.
 *
 * @param more true if the request covers further dead letters, or may: sent again, it goes on
 */
public record RedriveReport(RedriveRequest request, boolean dryRun, List<RedriveOutcome> outcomes, boolean more) {
    public RedriveReport {
        outcomes = List.copyOf(outcomes);
    }

    public long count(RedriveOutcome.Kind kind) {
        return outcomes.stream().filter(outcome -> outcome.kind() == kind).count();
    }
}
