package dev.agenthost.actiongraph.policy;

import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.protocol.json.WireName;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Members that envelopes and actions share. */
final class PolicyMembers {
    private PolicyMembers() {}

    static <T> T orStandard(@Nullable T declared, T standard) {
        return declared == null ? standard : declared;
    }

    static ApprovalPolicy approval(ObjectReader owner) {
        ObjectReader approval = owner.object("permission_policy");
        if (approval == null) {
            return ApprovalPolicy.NONE;
        }
        ApprovalPolicy policy = new ApprovalPolicy(
                orStandard(approval.flag("requires_approval"), false),
                constants(approval, "approval_for", SideEffect.class));
        approval.finish();
        return policy;
    }

    /** A set of constants; one constant may stand without its array. */
    static <E extends Enum<E> & WireName> Set<E> constants(ObjectReader owner, String member, Class<E> type) {
        return new LinkedHashSet<>(owner.listOrOne(
                member,
                type.getEnumConstants().length,
                (value, path, violations) -> ObjectReader.constant(value, path, type, violations)));
    }
}
