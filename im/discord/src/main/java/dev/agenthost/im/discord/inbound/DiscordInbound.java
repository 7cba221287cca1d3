package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Maps an event of the gateway, or an interaction, to an event of the host. Equal payloads have equal outcomes; nothing fails.
 *
 * <pre>
 * MESSAGE_CREATE                              message.received
 * MESSAGE_UPDATE                              message.edited
 * MESSAGE_DELETE, MESSAGE_DELETE_BULK         message.recalled
 * MESSAGE_REACTION_ADD, _REMOVE               message.reaction
 * GUILD_MEMBER_ADD, _REMOVE                   group.member_joined, group.member_left
 * GUILD_BAN_ADD, _REMOVE                      group.member_banned, group.member_unbanned
 * CHANNEL_UPDATE, GUILD_UPDATE                group.info_updated
 * GUILD_CREATE of a join, GUILD_DELETE        bot.invited_to_group, bot.removed_from_group
 * INTERACTION_CREATE                          the press of a question's button or its form, or platform.specific
 * READY, RESUMED                              none
 * every other type                            platform.specific
 * </pre>
 */
public final class DiscordInbound {
    private static final String INTERACTION = "INTERACTION_CREATE";

    private DiscordInbound() {}

    /**
     * Maps an event of the gateway.
     *
     * @param now decides whether a server is announced because the bot has joined it
     */
    public static DiscordMapping dispatch(DiscordDispatch dispatch, DiscordIdentity bot, Instant now) {
        PlatformObject content = PlatformObject.of(dispatch.data());
        if (content == null) {
            return new DiscordMapping.Unreadable("d", "must be an object");
        }
        String id = UUID.nameUUIDFromBytes(dispatch.sessionId().getBytes(StandardCharsets.UTF_8)) + ":"
                + dispatch.sequence();
        DiscordEvent event = new DiscordEvent(bot, id, dispatch.type(), 0, content);
        if (isForeign(event)) {
            return event.ignored("The server is not that of the bot.");
        }
        return switch (dispatch.type()) {
            case "MESSAGE_CREATE" -> DiscordMessages.created(event);
            case "MESSAGE_UPDATE" -> DiscordMessages.updated(event);
            case "MESSAGE_DELETE" -> DiscordMessages.deleted(event);
            case "MESSAGE_DELETE_BULK" -> DiscordMessages.deletedInBulk(event);
            case "MESSAGE_REACTION_ADD" -> DiscordReactions.changed(event, "added");
            case "MESSAGE_REACTION_REMOVE" -> DiscordReactions.changed(event, "removed");
            case "GUILD_MEMBER_ADD" -> DiscordGuilds.member(event, "group.member_joined");
            case "GUILD_MEMBER_REMOVE" -> DiscordGuilds.member(event, "group.member_left");
            case "GUILD_BAN_ADD" -> DiscordGuilds.member(event, "group.member_banned");
            case "GUILD_BAN_REMOVE" -> DiscordGuilds.member(event, "group.member_unbanned");
            case "CHANNEL_UPDATE" -> DiscordGuilds.channelUpdated(event);
            case "GUILD_UPDATE" -> DiscordGuilds.guildUpdated(event);
            case "GUILD_CREATE" -> DiscordGuilds.joined(event, now);
            case "GUILD_DELETE" -> DiscordGuilds.left(event);
            case INTERACTION -> interaction(event);
            case "READY", "RESUMED" -> event.ignored("The event is of the connection.");
            default -> other(event);
        };
    }

    /** Maps an interaction that came over HTTP. It has the outcome that the same one has over the gateway. */
    public static DiscordMapping interaction(JsonNode payload, DiscordIdentity bot) {
        PlatformObject content = PlatformObject.of(payload);
        if (content == null) {
            return new DiscordMapping.Unreadable("d", "must be an object");
        }
        DiscordEvent event = new DiscordEvent(bot, "", INTERACTION, 0, content);
        return isForeign(event) ? event.ignored("The server is not that of the bot.") : interaction(event);
    }

    private static DiscordMapping interaction(DiscordEvent event) {
        String application = DiscordEvent.snowflake(event.content(), "application_id");
        return event.bot().applicationId().equals(application)
                ? DiscordInteractions.interaction(event)
                : new DiscordMapping.Unreadable("d.application_id", "must be application_id of the bot");
    }

    /** Other types, those of later versions included. The place and the person that they name are in the event, all else in the raw payload. */
    static DiscordMapping other(DiscordEvent event) {
        PlatformObject content = event.content();
        PlatformObject author = content.object("author");
        PlatformObject user = author == null ? content.object("user") : author;
        DiscordEventBody built = DiscordEventBody.of(event, EventTypes.PLATFORM_SPECIFIC)
                .by(person(user, DiscordEvent.snowflake(content, "user_id")));
        String channel = DiscordEvent.snowflake(content, DiscordEvent.CHANNEL);
        String guild = DiscordEvent.snowflake(content, DiscordEvent.GUILD);
        if (channel != null) {
            built.in(channel, guild, null);
        } else if (guild != null) {
            built.ofGuild(guild, null);
        }
        return built.event();
    }

    private static @Nullable ActorContext person(@Nullable PlatformObject user, @Nullable String userId) {
        ActorContext person = DiscordEvent.person(user, null);
        return person == null && userId != null ? ActorContext.user(userId, null) : person;
    }

    private static boolean isForeign(DiscordEvent event) {
        boolean isOfGuild = event.type().startsWith("GUILD_") && event.content().text(DiscordEvent.GUILD) == null;
        String guild = DiscordEvent.snowflake(event.content(), isOfGuild ? "id" : DiscordEvent.GUILD);
        String only = event.bot().guildId();
        return only != null && guild != null && !guild.equals(only);
    }
}
