package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scope of a binding, always inside its workspace. An event has at most nine scopes, each a value for a lookup, so
 * resolution never iterates over all bindings.
 */
public sealed interface BindingScope {
    /** All events of the workspace. */
    record Workspace() implements BindingScope {}

    /** Messages to one bot that no other binding answers. Its one binding is derived from the bot ({@link DefaultBinding}). */
    record DefaultAgent(String botId) implements BindingScope {}

    /** All events of one bot. */
    record Bot(String botId) implements BindingScope {
        public Bot {
            Fields.text(botId, "bot_id");
        }
    }

    /**
     * One channel of a bot.
     *
     * @param channelType the event's {@code launcher_type}; null for any
     * @param channelId the event's {@code launcher_id}
     */
    record Channel(String botId, @Nullable String channelType, String channelId) implements BindingScope {
        public Channel {
            Fields.text(botId, "bot_id");
            Fields.text(channelId, "channel_id");
            optional(channelType, "channel_type");
        }
    }

    /** One conversation of a bot, or one thread of it; a null thread holds for the conversation and all its threads. */
    record Conversation(
            String botId, String conversationId, @Nullable String threadId) implements BindingScope {
        public Conversation {
            Fields.text(botId, "bot_id");
            Fields.text(conversationId, "conversation_id");
            optional(threadId, "thread_id");
        }
    }

    /** Events of one actor, at one bot or (null) at any. */
    record Actor(@Nullable String botId, String actorId) implements BindingScope {
        public Actor {
            Fields.text(actorId, "actor_id");
            optional(botId, "bot_id");
        }
    }

    /** Returns the scopes of an event, the most specific first: this order is the first criterion of resolution. */
    static List<BindingScope> around(EventEnvelope event) {
        List<BindingScope> scopes = new ArrayList<>(9);
        String bot = event.botId();
        String actor = actorId(event.actor());
        if (actor != null) {
            scopes.add(new Actor(bot, actor));
            scopes.add(new Actor(null, actor));
        }
        String conversation = event.conversationId();
        if (conversation != null && !conversation.isBlank()) {
            String thread = event.threadId();
            if (isPresent(thread)) {
                scopes.add(new Conversation(bot, conversation, thread));
            }
            scopes.add(new Conversation(bot, conversation, null));
        }
        String channel = event.launcherId();
        if (channel != null && !channel.isBlank()) {
            String type = event.launcherType();
            if (isPresent(type)) {
                scopes.add(new Channel(bot, type, channel));
            }
            scopes.add(new Channel(bot, null, channel));
        }
        scopes.add(new Bot(bot));
        scopes.add(new Workspace());
        scopes.add(new DefaultAgent(bot));
        return scopes;
    }

    private static void optional(@Nullable String id, String field) {
        if (id != null) {
            Fields.text(id, field);
        }
    }

    private static @Nullable String actorId(@Nullable ActorContext actor) {
        return actor != null && isPresent(actor.actorId()) ? actor.actorId() : null;
    }

    private static boolean isPresent(@Nullable String id) {
        return id != null && !id.isBlank();
    }
}
