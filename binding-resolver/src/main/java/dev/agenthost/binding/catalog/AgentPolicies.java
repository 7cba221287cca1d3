package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;

/** The policies of an agent. An omitted policy has its default. */
public record AgentPolicies(
        ResourcePolicy resourcePolicy,
        StatePolicy statePolicy,
        DeliveryPolicy deliveryPolicy,
        TurnPolicy turnPolicy,
        RetryPolicy retryPolicy,
        DeadlinePolicy deadlinePolicy) {
    private static final AgentPolicies DEFAULTS = new AgentPolicies(
            ResourcePolicy.defaults(),
            StatePolicy.defaults(),
            DeliveryPolicy.defaults(),
            TurnPolicy.SERIAL,
            RetryPolicy.NEVER,
            DeadlinePolicy.defaults());

    public AgentPolicies {
        resourcePolicy = Fields.or(resourcePolicy, ResourcePolicy.defaults());
        statePolicy = Fields.or(statePolicy, StatePolicy.defaults());
        deliveryPolicy = Fields.or(deliveryPolicy, DeliveryPolicy.defaults());
        turnPolicy = Fields.or(turnPolicy, TurnPolicy.SERIAL);
        retryPolicy = Fields.or(retryPolicy, RetryPolicy.NEVER);
        deadlinePolicy = Fields.or(deadlinePolicy, DeadlinePolicy.defaults());
    }

    /** Returns the policies of an agent that names none. */
    public static AgentPolicies defaults() {
        return DEFAULTS;
    }
}
