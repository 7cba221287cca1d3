package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.WireName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The command of an operator in a chat, in a request of event-gateway to delivery-service.
 *
 * @param eventId of the message with the command: the same for each repetition
 * @param operatorId the person, as the platform names him
 * @param at time of the message
 * @param seconds the term of a takeover; null for the usual one, and for a release
 */
public record TakeoverCommand(
        EventId eventId,
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId,
        String operatorId,
        Action action,
        Instant at,
        @Nullable Long seconds) {
    /** The commands. */
    public enum Action implements WireName {
        /** The agent is paused in the conversation. */
        TAKE_OVER,
        /** The agent answers again. */
        RELEASE
    }

    public TakeoverCommand {
        Fields.required(eventId, "event_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        Fields.text(conversationId, "conversation_id");
        Fields.text(operatorId, "operator_id");
        Fields.required(action, "action");
        Fields.required(at, "at");
    }
}
