package dev.agenthost.protocol.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.SubjectContext;
import org.jspecify.annotations.Nullable;

/**
 * The context of a run at its start (spec 000 §5.2). Event-first: earlier messages are fetched, never sent.
 *
 * @param runId what the runner names in every result and call; opaque to it
 * @param config the agent's configuration of this runner
 */
public record AgentRunContext(
        String runId,
        AgentTrigger trigger,
        AgentEventContext event,
        @Nullable ConversationContext conversation,
        @Nullable ActorContext actor,
        @Nullable SubjectContext subject,
        AgentInput input,
        DeliveryContext delivery,
        AgentResources resources,
        ContextAccess context,
        AgentRunState state,
        AgentRuntimeContext runtime,
        ObjectNode config,
        @Nullable AdapterContext adapter,
        ObjectNode metadata) {
    public AgentRunContext {
        Fields.text(runId, "run_id");
        Fields.required(trigger, "trigger");
        Fields.required(event, "event");
        Fields.required(input, "input");
        Fields.required(delivery, "delivery");
        resources = Fields.or(resources, AgentResources.none());
        context = Fields.or(context, ContextAccess.none());
        state = Fields.or(state, AgentRunState.empty());
        runtime = Fields.or(runtime, AgentRuntimeContext.empty());
        config = Fields.object(config);
        metadata = Fields.object(metadata);
    }
}
