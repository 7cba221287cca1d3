package dev.agenthost.actiongraph.policy;

import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.failure.FailurePolicy;
import dev.agenthost.actiongraph.policy.failure.Idempotency;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one action.
 *
 * @param result wanted part of its result
 * @param failure consequence of its failure
 * @param approval additional approvals
 * @param idempotency claim about repetitions
 * @param sideEffects claim about effects; empty if nothing is claimed, which counts as {@link SideEffect#WRITE}
 * @param visibility readers of its result
 * @param granularity most detailed layer of its result that leaves the runtime
 * @param persist true makes the whole graph durable; null means that of the declaration
 */
public record ActionPolicies(
        ResultPolicy result,
        FailurePolicy failure,
        ApprovalPolicy approval,
        Idempotency idempotency,
        Set<SideEffect> sideEffects,
        Set<DataAudience> visibility,
        ResultGranularity granularity,
        @Nullable Boolean persist) {
    /** The policies of an action that declares none. */
    public static final ActionPolicies STANDARD = of(ResultPolicy.STANDARD);

    public ActionPolicies {
        sideEffects = Set.copyOf(sideEffects);
        visibility = Set.copyOf(visibility);
    }

    /** The standard policies with that result policy. */
    public static ActionPolicies of(ResultPolicy result) {
        return new ActionPolicies(
                result,
                FailurePolicy.STANDARD,
                ApprovalPolicy.NONE,
                Idempotency.NONE,
                Set.of(),
                Set.of(DataAudience.values()),
                ResultGranularity.FULL,
                null);
    }
}
