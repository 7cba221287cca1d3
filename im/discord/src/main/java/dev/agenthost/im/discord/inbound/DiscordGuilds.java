package dev.agenthost.im.discord.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Maps events of servers, channels and members (https://docs.discord.com/developers/events/gateway-events#guilds). */
final class DiscordGuilds {
    /**
     * Longest time from the join to its event. The platform announces all servers of the bot at the beginning of a session, and after an
     * outage, in the same way (https://docs.discord.com/developers/events/gateway-events#guild-create).
     */
    private static final Duration JOIN_AGE = Duration.ofMinutes(10);

    private DiscordGuilds() {}

    /** Maps a member that joined, left, was banned or may join again. The platform does not name who did it. */
    static DiscordMapping member(DiscordEvent event, String eventType) {
        PlatformObject member = event.content();
        String guild = DiscordEvent.snowflake(member, DiscordEvent.GUILD);
        ActorContext person = DiscordEvent.person(member.object("user"), member);
        if (guild == null) {
            return event.withoutId(DiscordEvent.GUILD);
        }
        if (person == null) {
            return event.withoutId("user.id");
        }
        String id = String.valueOf(person.actorId());
        if (event.isBot(id)) {
            return event.ignored("The platform has an event of its own for it.");
        }
        DiscordEventBody built = DiscordEventBody.of(event, eventType)
                .ofGuild(guild, null)
                .by(person)
                .about("membership", id);
        built.data().putArray("member_ids").add(id);
        return built.event();
    }

    /** @param now decides whether the bot has just joined. The id of the event follows from the time of the join. */
    static DiscordMapping joined(DiscordEvent event, Instant now) {
        PlatformObject server = event.content();
        String guild = DiscordEvent.snowflake(server, "id");
        Instant joined = DiscordEvent.time(server, "joined_at");
        if (guild == null) {
            return event.withoutId("id");
        }
        boolean isNew = joined != null
                && Duration.between(joined, now).abs().compareTo(JOIN_AGE) <= 0
                && !server.node().path("unavailable").booleanValue();
        return joined == null || !isNew
                ? event.ignored("The bot is a member of the server already.")
                : DiscordEventBody.of(
                                event.identified(
                                        "join:" + guild + ":" + joined.toEpochMilli(), joined.getEpochSecond()),
                                "bot.invited_to_group")
                        .ofGuild(guild, DiscordEvent.snowflake(server, "system_channel_id"))
                        .titled(server.name("name"))
                        .about(DiscordEventBody.GROUP, guild)
                        .event();
    }

    /** A server that is not available is not left (https://docs.discord.com/developers/events/gateway-events#guild-delete). */
    static DiscordMapping left(DiscordEvent event) {
        String guild = DiscordEvent.snowflake(event.content(), "id");
        if (guild == null) {
            return event.withoutId("id");
        }
        return event.content().node().path("unavailable").booleanValue()
                ? event.ignored("The server is not available.")
                : DiscordEventBody.of(event, "bot.removed_from_group")
                        .ofGuild(guild, null)
                        .about(DiscordEventBody.GROUP, guild)
                        .event();
    }

    static DiscordMapping guildUpdated(DiscordEvent event) {
        String guild = DiscordEvent.snowflake(event.content(), "id");
        return guild == null
                ? event.withoutId("id")
                : updated(
                        event,
                        guild,
                        DiscordEventBody.of(event, "group.info_updated")
                                .ofGuild(guild, DiscordEvent.snowflake(event.content(), "system_channel_id")));
    }

    static DiscordMapping channelUpdated(DiscordEvent event) {
        String channel = DiscordEvent.snowflake(event.content(), "id");
        String guild = DiscordEvent.snowflake(event.content(), DiscordEvent.GUILD);
        if (channel == null) {
            return event.withoutId("id");
        }
        return guild == null
                ? event.withoutId(DiscordEvent.GUILD)
                : updated(
                        event,
                        channel,
                        DiscordEventBody.of(event, "group.info_updated").in(channel, guild, null));
    }

    /** The platform sends the whole object, and does not name what changed. */
    private static DiscordMapping updated(DiscordEvent event, String subject, DiscordEventBody built) {
        return built.titled(name(event.content()))
                .about(DiscordEventBody.GROUP, subject)
                .event();
    }

    private static @Nullable String name(PlatformObject object) {
        return object.name("name");
    }
}
