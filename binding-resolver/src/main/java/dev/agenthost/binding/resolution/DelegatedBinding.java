package dev.agenthost.binding.resolution;

import dev.agenthost.binding.catalog.PolicyNarrowing.DeadlineLimits;
import dev.agenthost.binding.catalog.PolicyNarrowing.ResourceLimits;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.DeliveryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The binding of a delegated run: that of its agent, with what the delegation takes away. Its answer goes to the run that delegated and
 * to no other place.
 */
final class DelegatedBinding {
    private static final ResourceLimits NO_LIMITS = new ResourceLimits(null, null, null, null, null, null, null, null);

    private DelegatedBinding() {}

    static BindingSnapshot narrowed(BindingSnapshot binding, Delegation delegation) {
        ResourceLimits limits = limits(delegation.limits());
        ChoiceLimits before = binding.choiceLimits() == null ? ChoiceLimits.NONE : binding.choiceLimits();
        DeliveryPolicy delivery = binding.deliveryPolicy();
        return new BindingSnapshot(
                binding.bindingId(),
                binding.bindingVersion(),
                binding.agentId(),
                binding.agentVersion(),
                binding.runnerId(),
                binding.runnerConfig(),
                limits.narrow(binding.resourcePolicy()),
                binding.statePolicy(),
                new DeliveryPolicy(null, delivery.streaming(), null, delivery.failureText(), delivery.requireOutput()),
                binding.turnPolicy(),
                binding.retryPolicy(),
                new DeadlineLimits(null, delegation.runSeconds()).narrow(binding.deadlinePolicy()),
                before.and(limits.choices()));
    }

    private static ResourceLimits limits(Delegation.@Nullable DelegationLimits left) {
        return left == null
                ? NO_LIMITS
                : new ResourceLimits(
                        left.models(),
                        left.tools(),
                        left.knowledgeBases(),
                        left.skills(),
                        left.files(),
                        left.storage(),
                        left.hostApis(),
                        null,
                        left.agents());
    }
}
