package dev.agenthost.protocol.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * A binding and its agent, as they were when the event was resolved: what changes later does not change the run.
 *
 * @param choiceLimits what the binding leaves of what {@code runnerConfig} chose by selectors; null where it takes nothing away
 */
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
        DeadlinePolicy deadlinePolicy,
        @Nullable ChoiceLimits choiceLimits) {
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
        choiceLimits = ChoiceLimits.NONE.equals(choiceLimits) ? null : choiceLimits;
    }

    /** One whose binding leaves every choice. */
    public BindingSnapshot(
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
        this(
                bindingId,
                bindingVersion,
                agentId,
                agentVersion,
                runnerId,
                runnerConfig,
                resourcePolicy,
                statePolicy,
                deliveryPolicy,
                turnPolicy,
                retryPolicy,
                deadlinePolicy,
                null);
    }

    /** The same, of a binding that leaves these of the choices. */
    public BindingSnapshot leaving(ChoiceLimits limits) {
        return new BindingSnapshot(
                bindingId,
                bindingVersion,
                agentId,
                agentVersion,
                runnerId,
                runnerConfig,
                resourcePolicy,
                statePolicy,
                deliveryPolicy,
                turnPolicy,
                retryPolicy,
                deadlinePolicy,
                limits);
    }
}
