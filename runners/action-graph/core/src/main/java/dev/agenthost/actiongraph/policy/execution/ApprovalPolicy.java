package dev.agenthost.actiongraph.policy.execution;

import java.util.EnumSet;
import java.util.Set;

/**
 * The wish to have a person approve actions ({@code permission_policy}). It adds to the approvals that the runtime requires and removes none.
 *
 * @param requiresApproval true if every action in the scope of the policy waits for approval
 * @param approvalFor effects whose actions wait for approval
 */
public record ApprovalPolicy(boolean requiresApproval, Set<SideEffect> approvalFor) {
    /** No additional approval. */
    public static final ApprovalPolicy NONE = new ApprovalPolicy(false, Set.of());

    public ApprovalPolicy {
        approvalFor = Set.copyOf(approvalFor);
    }

    /** Returns true if an action with these effects waits for approval. */
    public boolean appliesTo(Set<SideEffect> effects) {
        if (requiresApproval) {
            return true;
        }
        Set<SideEffect> common = EnumSet.noneOf(SideEffect.class);
        common.addAll(effects);
        common.retainAll(approvalFor);
        return !common.isEmpty();
    }
}
