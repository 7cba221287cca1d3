package dev.agenthost.protocol.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.RunnerId;

/** A binding and its agent, as they were when the event was resolved: what changes later does not change the run. */
public record BindingSnapshot(
        String bindingId,
        long bindingVersion,
        String agentId,
        long agentVersion,
        RunnerId runnerId,
        ObjectNode runnerConfig,
        ResourcePolicy resourcePolicy,
        StatePolicy statePolicy,
        DeliveryPolicy deliveryPolicy,
        TurnPolicy turnPolicy,
        RetryPolicy retryPolicy,
        DeadlinePolicy deadlinePolicy) {
    public BindingSnapshot {
        Fields.text(bindingId, "binding_id");
        Fields.text(agentId, "agent_id");
        Fields.required(runnerId, "runner_id");
        runnerConfig = Fields.object(runnerConfig);
        resourcePolicy = Fields.or(resourcePolicy, ResourcePolicy.defaults());
        statePolicy = Fields.or(statePolicy, StatePolicy.defaults());
        deliveryPolicy = Fields.or(deliveryPolicy, DeliveryPolicy.defaults());
        turnPolicy = Fields.or(turnPolicy, TurnPolicy.SERIAL);
        retryPolicy = Fields.or(retryPolicy, RetryPolicy.NEVER);
        deadlinePolicy = Fields.or(deadlinePolicy, DeadlinePolicy.defaults());
    }
}
