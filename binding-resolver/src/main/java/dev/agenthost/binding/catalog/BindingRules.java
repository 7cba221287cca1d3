package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;

/** The rules for a binding beyond its types. */
public final class BindingRules {
    private BindingRules() {}

    /**
     * Returns the binding itself.
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
