package dev.agenthost.binding.policy;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;

/** All that an agent may do and how. What the wire leaves out has its default. */
public record Policies(
        ResourcePolicy resourcePolicy,
        StatePolicy statePolicy,
        DeliveryPolicy deliveryPolicy,
        TurnPolicy turnPolicy,
        RetryPolicy retryPolicy,
        DeadlinePolicy deadlinePolicy) {
    private static final Policies DEFAULTS = new Policies(
            ResourcePolicy.defaults(),
            StatePolicy.defaults(),
            DeliveryPolicy.defaults(),
            TurnPolicy.SERIAL,
            RetryPolicy.NEVER,
            DeadlinePolicy.defaults());

    public Policies {
        resourcePolicy = Fields.or(resourcePolicy, ResourcePolicy.defaults());
        statePolicy = Fields.or(statePolicy, StatePolicy.defaults());
        deliveryPolicy = Fields.or(deliveryPolicy, DeliveryPolicy.defaults());
        turnPolicy = Fields.or(turnPolicy, TurnPolicy.SERIAL);
        retryPolicy = Fields.or(retryPolicy, RetryPolicy.NEVER);
        deadlinePolicy = Fields.or(deadlinePolicy, DeadlinePolicy.defaults());
    }

    /** What an agent has of which nothing is said. */
    public static Policies defaults() {
        return DEFAULTS;
    }
}
