package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Maps messages of persons, their edits and deletions (https://docs.discord.com/developers/resources/message#message-object). */
final class DiscordMessages {
    private static final String MESSAGE = "message";
    private static final String OF_BOT = "The message is of a bot.";

    /** Types of messages (https://docs.discord.com/developers/resources/message#message-object-message-types). */
    private static final int DEFAULT = 0;

    private static final int MEMBER_JOIN = 7;
    private static final int REPLY = 19;
    private static final int THREAD_STARTER = 21;

    /** https://docs.discord.com/developers/resources/message#message-reference-types */
    private static final int FORWARD = 1;

    private DiscordMessages() {}

    /** Maps {@code MESSAGE_CREATE}. A message of the system is named by its type. */
    static DiscordMapping created(DiscordEvent event) {
        PlatformObject message = event.content();
        String id = DiscordEvent.snowflake(message, "id");
        int type = message.node().path("type").asInt();
        if (id == null) {
            return event.withoutId("id");
        }
        if (isOfBot(message, event)) {
            return event.ignored(OF_BOT);
        }
        return switch (type) {
            case DEFAULT, REPLY ->
                messageEvent(
                        event.identified("message:" + id, DiscordEvent.seconds(id)), EventTypes.MESSAGE_RECEIVED, id);
            case MEMBER_JOIN -> event.ignored("The platform has an event of its own for it.");
            case THREAD_STARTER -> event.ignored("The message is that of the parent channel.");
            default ->
                DiscordInbound.other(event.identified("message:" + id, DiscordEvent.seconds(id))
                        .named(event.type() + "." + type));
        };
    }

    /**
     * Maps {@code MESSAGE_UPDATE}. The preview of a link, a pin or a thread changes a message, too: that is no edit of a person. An update
     * of an edited message has the time of its last edit, and so the same id.
     */
    static DiscordMapping updated(DiscordEvent event) {
        PlatformObject message = event.content();
        String id = DiscordEvent.snowflake(message, "id");
        Instant edited = DiscordEvent.time(message, "edited_timestamp");
        if (id == null) {
            return event.withoutId("id");
        }
        if (edited == null || message.object("author") == null) {
            return event.ignored("Text and files of the message are the same.");
        }
        if (isOfBot(message, event)) {
            return event.ignored(OF_BOT);
        }
        return messageEvent(
                event.identified("edit:" + id + ":" + edited.toEpochMilli(), edited.getEpochSecond()),
                "message.edited",
                id);
    }

    /** Maps {@code MESSAGE_DELETE}, which does not name the author. */
    static DiscordMapping deleted(DiscordEvent event) {
        String id = DiscordEvent.snowflake(event.content(), "id");
        return id == null ? event.withoutId("id") : recalled(event, List.of(id));
    }

    /** Maps {@code MESSAGE_DELETE_BULK} to one event, whose subject is the first message. */
    static DiscordMapping deletedInBulk(DiscordEvent event) {
        List<String> ids = event.content()
                .node()
                .path("ids")
                .valueStream()
                .filter(id -> id.isTextual() && id.textValue().matches("[0-9]{1,20}"))
                .map(id -> id.textValue())
                .toList();
        return ids.isEmpty() ? event.without("ids", "an array of ids") : recalled(event, ids);
    }

    private static DiscordMapping recalled(DiscordEvent event, List<String> ids) {
        String channel = DiscordEvent.snowflake(event.content(), DiscordEvent.CHANNEL);
        if (channel == null) {
            return event.withoutId(DiscordEvent.CHANNEL);
        }
        String name = ids.size() == 1 ? "deletion:" + ids.getFirst() : event.id();
        DiscordEventBody built = DiscordEventBody.of(event.identified(name, 0), "message.recalled")
                .in(channel, DiscordEvent.snowflake(event.content(), DiscordEvent.GUILD), null)
                .about(MESSAGE, ids.getFirst());
        ArrayNode all = built.data().putArray("message_ids");
        ids.forEach(all::add);
        return built.event();
    }

    private static DiscordMapping messageEvent(DiscordEvent event, String eventType, String id) {
        PlatformObject message = event.content();
        String channel = DiscordEvent.snowflake(message, DiscordEvent.CHANNEL);
        ActorContext author = DiscordEvent.person(message.object("author"), message.object("member"));
        if (channel == null) {
            return event.withoutId(DiscordEvent.CHANNEL);
        }
        if (author == null) {
            return event.withoutId("author.id");
        }
        PlatformObject shown = shown(message);
        DiscordText read = DiscordText.of(shown, event.bot().userId());
        List<DiscordFile> files = DiscordFile.of(shown);
        DiscordEventBody built = DiscordEventBody.of(event, eventType)
                .in(channel, DiscordEvent.snowflake(message, DiscordEvent.GUILD), id)
                .by(author)
                .about(MESSAGE, id)
                .saying(read.text());
        ObjectNode data = built.data().put("is_mentioned", read.isMention() || mentionsBot(message, event));
        if (!read.mentions().isEmpty()) {
            data.putArray("mentions").addAll(read.mentions());
        }
        if (message.node().path("position").isInt()) {
            data.withObjectProperty("chat").put("type", "thread");
        }
        addReply(message, data);
        for (DiscordFile file : files) {
            ObjectNode fact = data.withArrayProperty("files").addObject().put("kind", file.kind());
            if (file.name() != null) {
                fact.put("name", file.name());
            }
        }
        return built.event(files);
    }

    /** A forwarded message has its content in a snapshot (https://docs.discord.com/developers/resources/message#message-snapshot-object). */
    private static PlatformObject shown(PlatformObject message) {
        PlatformObject reference = message.object("message_reference");
        if (reference == null || reference.node().path("type").asInt() != FORWARD) {
            return message;
        }
        return message.list("message_snapshots").stream()
                .map(snapshot -> snapshot.object(MESSAGE))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(message);
    }

    private static void addReply(PlatformObject message, ObjectNode data) {
        PlatformObject reference = message.object("message_reference");
        String id = reference == null ? null : DiscordEvent.snowflake(reference, "message_id");
        if (message.node().path("type").asInt() != REPLY || id == null) {
            return;
        }
        ObjectNode reply = data.putObject("reply_to").put("message_id", id);
        PlatformObject original = message.object("referenced_message");
        ActorContext author = original == null ? null : DiscordEvent.person(original.object("author"), null);
        if (original == null || author == null) {
            return;
        }
        put(reply, "actor_id", author.actorId());
        put(reply, "actor_name", author.actorName());
        put(reply, "text", original.text("content"));
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    /** The author of a message is mentioned by a reply to it, unless the person turns that off. */
    private static boolean mentionsBot(PlatformObject message, DiscordEvent event) {
        return message.list("mentions").stream().anyMatch(user -> event.isBot(DiscordEvent.snowflake(user, "id")));
    }

    /** Webhooks and other bots included, so that two bots do not answer each other. */
    private static boolean isOfBot(PlatformObject message, DiscordEvent event) {
        PlatformObject author = message.object("author");
        return message.text("webhook_id") != null
                || author != null
                        && (author.node().path("bot").booleanValue()
                                || author.node().path("system").booleanValue()
                                || event.isBot(DiscordEvent.snowflake(author, "id")));
    }
}
