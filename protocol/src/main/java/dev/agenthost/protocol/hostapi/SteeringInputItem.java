package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentEventContext;
import dev.agenthost.protocol.context.ConversationContext;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import org.jspecify.annotations.Nullable;

/**
 * A message that came while a run was at work, as {@code steering_pull} hands it over (the peer's later name and shape).
 *
 * @param claimedRunId the run that took it in, as its runner knows it
 * @param claimedAt epoch seconds
 * @param metadata {@code run_id} of the run that brought it, and {@code redelivered} where an earlier attempt had it too
 */
public record SteeringInputItem(
        String claimedRunId,
        String runnerId,
        @Nullable Long claimedAt,
        AgentEventContext event,
        AgentInput input,
        @Nullable ConversationContext conversation,
        @Nullable ActorContext actor,
        @Nullable SubjectContext subject,
        ObjectNode metadata) {
    public SteeringInputItem {
        Fields.text(claimedRunId, "claimed_run_id");
        Fields.text(runnerId, "runner_id");
        Fields.required(event, "event");
        Fields.required(input, "input");
        metadata = Fields.object(metadata);
    }
}
