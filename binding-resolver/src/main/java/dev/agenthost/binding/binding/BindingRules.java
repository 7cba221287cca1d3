package dev.agenthost.binding.binding;

import dev.agenthost.binding.change.ResourceName;
import dev.agenthost.binding.policy.PolicyRules;
import dev.agenthost.protocol.field.InvalidFieldException;

/** What a person may make a binding, beyond what its types say. */
public final class BindingRules {
    private BindingRules() {}

    /**
     * The binding itself.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static Binding check(Binding binding) {
        ResourceName.check(binding.bindingId(), "binding_id");
        ResourceName.check(binding.agentId(), "agent_id");
        PolicyRules.check(binding.narrow());
        return binding;
    }
}
