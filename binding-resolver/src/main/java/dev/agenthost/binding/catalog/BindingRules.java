package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;

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
