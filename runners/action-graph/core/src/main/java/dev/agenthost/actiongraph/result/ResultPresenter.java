package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.result.ResultPresentation.OmissionReason;
import dev.agenthost.actiongraph.result.ResultPresentation.Omitted;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which part of a result the model sees. The declaration states a preference; visibility, granularity and budget of the runtime come
 * first. A part that is finer than permitted is replaced by the finest permitted one.
 */
public final class ResultPresenter {
    /** Most characters of a reason. */
    static final int MAX_REASON = 500;

    private static final Set<ActionStatus> UNSUCCESSFUL = Set.of(ActionStatus.FAILED, ActionStatus.BLOCKED);

    private final TokenEstimator tokens;

    public ResultPresenter(TokenEstimator tokens) {
        this.tokens = tokens;
    }

    /** The observation of one result. Its content takes at most {@code limits.maxTokens()} tokens. */
    public ActionObservation present(ActionResult result, ActionPolicies policies, ResultLimits limits) {
        boolean isVisible = policies.visibility().contains(DataAudience.MODEL)
                && limits.visibility().contains(DataAudience.MODEL);
        ActionFailure failure = result.failure();
        if (!isVisible) {
            return new ActionObservation(
                    result.actionId(),
                    result.status(),
                    result.executor(),
                    null,
                    reason(
                            failure == null
                                    ? null
                                    : StatusReasonText.constantPart(failure).orElse(null)),
                    new Omitted(OmissionReason.VISIBILITY));
        }
        return new ActionObservation(
                result.actionId(),
                result.status(),
                result.executor(),
                result.output().reference(),
                reason(failure),
                content(result, policies, limits));
    }

    private ResultPresentation content(ActionResult result, ActionPolicies policies, ResultLimits limits) {
        ResultPolicy policy = policies.result();
        boolean isUnsuccessful = UNSUCCESSFUL.contains(result.status());
        if (!result.status().isTerminal() && !isUnsuccessful) {
            return new Omitted(OmissionReason.NOT_ENDED);
        }
        int most = policy.maxTokens() == null ? limits.maxTokens() : Math.min(policy.maxTokens(), limits.maxTokens());
        ResultGranularity finest = coarser(policies.granularity(), limits.granularity());
        ResultContents contents = new ResultContents(result, policy, new TextLimiter(tokens), most, finest);
        return switch (policy.returnToModel()) {
            case NONE -> new Omitted(OmissionReason.POLICY);
            case SUMMARY -> contents.summary();
            case ON_DEMAND -> contents.reference();
            case ON_FAILURE -> isUnsuccessful ? contents.adaptive() : new Omitted(OmissionReason.NO_FAILURE);
            case ADAPTIVE -> contents.adaptive();
            case STRUCTURED -> contents.part(coarser(ResultGranularity.STRUCTURED, finest));
            case EXCERPT -> contents.part(coarser(ResultGranularity.EXCERPT, finest));
            case FULL -> contents.part(finest);
        };
    }

    private static @Nullable String reason(@Nullable ActionFailure failure) {
        if (failure == null) {
            return null;
        }
        String line = (failure.code() + ": " + failure.messageWithRemedy())
                .replaceAll("\\s+", " ")
                .strip();
        return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "…";
    }

    private static ResultGranularity coarser(ResultGranularity one, ResultGranularity other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
