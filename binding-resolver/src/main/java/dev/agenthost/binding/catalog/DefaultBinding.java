package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.event.EventEnvelope;
import java.util.List;

/**
 * The binding of a bot's default agent. It has the scope after all others, narrows nothing, and answers messages: in a group or channel
 * only those that mention the bot.
 */
public final class DefaultBinding {
    /** No id of a binding that is written has a colon ({@link ResourceName}), so ids cannot be equal. */
    private static final String ID_PREFIX = "bot:";

    private static final List<EventPattern> MESSAGES = List.of(new EventPattern("message.received"));
    private static final String PERSON = "person";

    private DefaultBinding() {}

    /** Returns the binding of a bot. @param version of the bot */
    public static Binding of(String botId, String workspaceId, String agentId, int version) {
        return new Binding(
                ID_PREFIX + botId,
                workspaceId,
                new BindingScope.DefaultAgent(botId),
                MESSAGES,
                ActorFilter.NONE,
                agentId,
                true,
                0,
                PolicyNarrowing.NONE,
                version);
    }

    /** Returns true if the event is in a chat with one person, or mentions the bot ({@code data.is_mentioned}). */
    public static boolean isAddressed(EventEnvelope event) {
        return event.launcherType() == null
                || event.launcherType().equals(PERSON)
                || event.data().path("is_mentioned").asBoolean();
    }
}
