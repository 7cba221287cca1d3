package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.ResponsePolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * Presents the results of a run within the tokens of one observation. Each result has an equal share of the tokens that are left, so that a
 * short result leaves its share to those after it.
 */
public final class ObservationPresenter {
    private final ResultPresenter presenter;
    private final TokenEstimator tokens;

    /** A result with the policies of its action. */
    public record Governed(ActionResult result, ActionPolicies policies) {}

    public ObservationPresenter(TokenEstimator tokens) {
        this.presenter = new ResultPresenter(tokens);
        this.tokens = tokens;
    }

    /**
     * The observations in the order of the results.
     *
     * @param maxTokens most tokens of all contents; the declaration can only lower it
     */
    public List<ActionObservation> present(
            List<Governed> results, ResponsePolicy response, ResultLimits limits, int maxTokens) {
        int left = response.maxTokens() == null ? maxTokens : Math.min(response.maxTokens(), maxTokens);
        List<ActionObservation> observations = new ArrayList<>();
        for (Governed governed : results) {
            int share = left / (results.size() - observations.size());
            ActionObservation observation =
                    presenter.present(governed.result(), governed.policies(), limits.within(share));
            left -= tokens.tokens(observation.content().content());
            observations.add(observation);
        }
        return List.copyOf(observations);
    }
}
