package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class DiscordEventBody {
    /** The surface of all bots at Discord. */
    static final String SURFACE = "discord";

    static final String GROUP = "group";

    /** Code points of a message (https://docs.discord.com/developers/resources/message#create-message-json/form-params). */
    static final int MESSAGE_CHARS = 2_000;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();

    private DiscordEventBody() {}

    static DiscordEventBody of(DiscordEvent event, String eventType) {
        DiscordEventBody built = new DiscordEventBody();
        built.body.put("event_id", event.id());
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", event.type());
        built.body.put("bot_id", event.bot().botId());
        if (event.time() > 0) {
            built.body.put("event_time", event.time());
        }
        built.body.set("data", built.data);
        return built;
    }

    /**
     * Places the event into a channel, of which a thread is one, too.
     *
     * @param guild the server; null in a direct message
     * @param message that an answer is about; null for none
     */
    DiscordEventBody in(String channel, @Nullable String guild, @Nullable String message) {
        conversation(channel, guild != null);
        data.putObject("chat").put("type", guild == null ? "dm" : "guild");
        put(data, DiscordEvent.GUILD, guild);
        target(channel, guild, message);
        return this;
    }

    /**
     * Places the event into a server.
     *
     * @param channel for an answer; null for none
     */
    DiscordEventBody ofGuild(String guild, @Nullable String channel) {
        conversation(guild, true);
        data.putObject("chat").put("type", "guild");
        data.put(DiscordEvent.GUILD, guild);
        if (channel != null) {
            target(channel, guild, null);
        }
        return this;
    }

    private void conversation(String id, boolean isGroup) {
        body.put("conversation_id", id);
        body.put("launcher_type", isGroup ? GROUP : "person");
        body.put("launcher_id", id);
    }

    private void target(String channel, @Nullable String guild, @Nullable String message) {
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", true);
        delivery.put("supports_edit", true).put("supports_reaction", true);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", false);
        ObjectNode target = delivery.putObject("reply_target").put(DiscordEvent.CHANNEL, channel);
        put(target, DiscordEvent.GUILD, guild);
        put(target, "message_id", message);
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    DiscordEventBody titled(@Nullable String title) {
        if (title != null) {
            data.withObjectProperty("chat").put("title", title);
        }
        return this;
    }

    DiscordEventBody by(@Nullable ActorContext actor) {
        if (actor != null) {
            body.set("actor", ProtocolCodec.tree(actor));
        }
        return this;
    }

    DiscordEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    DiscordEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    DiscordMapping.Event event() {
        return event(List.of());
    }

    DiscordMapping.Event event(List<DiscordFile> files) {
        return new DiscordMapping.Event(body, files, null);
    }

    DiscordMapping.Event event(DiscordInteraction interaction) {
        return new DiscordMapping.Event(body, List.of(), interaction);
    }
}
