package dev.agenthost.actiongraph.declaration;

import org.jspecify.annotations.Nullable;

/**
 * A decision about a run ({@code decision}). It changes no action: other arguments are another action, which a revision adds.
 *
 * @param runId the run, as an observation names it
 * @param actionId the action; null for the whole run. {@code retry} and {@code skip} need one
 * @param choice the decision
 * @param reason for the record; null if the model gives none
 */
public record GraphDecision(
        String runId,
        @Nullable String actionId,
        DecisionChoice choice,
        @Nullable String reason) implements Payload {
    public static final int MAX_REASON = 2_000;

    @Override
    public PayloadType type() {
        return PayloadType.DECISION;
    }
}
