package dev.agenthost.protocol.context;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.TriggerSource;
import org.jspecify.annotations.Nullable;

/**
 * The cause of the run (spec 000 §5.3).
 *
 * @param type the event's type, or a coarser one
 * @param timestamp epoch seconds
 */
public record AgentTrigger(
        String type, TriggerSource source, @Nullable Long timestamp) {
    public AgentTrigger {
        Fields.text(type, "type");
        Fields.required(source, "source");
    }
}
