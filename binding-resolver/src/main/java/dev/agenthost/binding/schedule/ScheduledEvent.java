package dev.agenthost.binding.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventLimits;
import org.jspecify.annotations.Nullable;

/**
 * The event of a schedule, as an adapter would send it.
 *
 * @param botId the bot for which the agent answers; {@code scheduler} by default
 * @param conversationId null for an event outside of any conversation
 * @param text the request, up to 128 Ki characters
 * @param data small facts for the agent
 * @param delivery the place of the answer; null for none but the records of the run
 */
public record ScheduledEvent(
        @Nullable String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String launcherType,
        @Nullable String launcherId,
        String text,
        ObjectNode data,
        @Nullable DeliveryContext delivery) {
    /** The surface and the bot of a schedule that names none. */
    public static final String SCHEDULER = "scheduler";

    public ScheduledEvent {
        Fields.text(text, EventLimits.TEXT_CHARS, "text");
        data = Fields.object(data);
    }

    String bot() {
        return Fields.or(botId, SCHEDULER);
    }

    DeliveryContext target() {
        return delivery == null
                ? new DeliveryContext(SCHEDULER, null, false, false, false, null, Fields.object(null))
                : delivery;
    }
}
