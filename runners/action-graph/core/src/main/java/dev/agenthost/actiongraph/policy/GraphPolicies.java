package dev.agenthost.actiongraph.policy;

import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.CancellationPolicy;
import dev.agenthost.actiongraph.policy.execution.ConflictResolution;
import dev.agenthost.actiongraph.policy.execution.ExecutionPolicy;
import dev.agenthost.actiongraph.policy.failure.PartialResults;
import dev.agenthost.actiongraph.policy.result.ResponsePolicy;

/**
 * The policies of a whole declaration.
 *
 * @param execution lifetime and order
 * @param response preference for the observation
 * @param approval additional approvals
 * @param budget limits
 * @param cancellation treatment of running actions at a cancellation
 * @param conflicts treatment of conflicting writes
 * @param partialResults results of a graph that fails
 */
public record GraphPolicies(
        ExecutionPolicy execution,
        ResponsePolicy response,
        ApprovalPolicy approval,
        BudgetPolicy budget,
        CancellationPolicy cancellation,
        ConflictResolution conflicts,
        PartialResults partialResults) {
    /** The policies of a declaration that declares none. */
    public static GraphPolicies standard(boolean persist) {
        return new GraphPolicies(
                ExecutionPolicy.standard(persist),
                ResponsePolicy.NONE,
                ApprovalPolicy.NONE,
                BudgetPolicy.NONE,
                CancellationPolicy.INTERRUPT,
                ConflictResolution.SERIALIZE,
                PartialResults.RETURN_COMPLETED);
    }
}
