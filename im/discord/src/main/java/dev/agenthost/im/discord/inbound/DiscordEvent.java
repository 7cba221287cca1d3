package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * An event with its id (https://docs.discord.com/developers/events/gateway-events#receive-events).
 *
 * @param id the same for each repetition; of an event without an id of its own it is made of its session and sequence
 * @param type the name that the event has in {@code source_event_type}
 * @param time seconds since 1970; 0 if it is unknown
 * @param content the member {@code d}, or the interaction
 */
record DiscordEvent(DiscordIdentity bot, String id, String type, long time, PlatformObject content) {
    /** The member with the channel. */
    static final String CHANNEL = "channel_id";
    /** The member with the server; absent in direct messages. */
    static final String GUILD = "guild_id";

    /** The first second of 2015 (https://docs.discord.com/developers/reference#snowflakes). */
    private static final long EPOCH_MILLIS = 1_420_070_400_000L;

    private static final int TIMESTAMP_SHIFT = 22;

    /** Returns the outcome for an event without a member that the platform always sends. */
    DiscordMapping.Unreadable without(String member, String what) {
        return new DiscordMapping.Unreadable("d." + member, "must be " + what);
    }

    DiscordMapping.Unreadable withoutId(String member) {
        return without(member, "an id");
    }

    DiscordMapping.Ignored ignored(String why) {
        return new DiscordMapping.Ignored(type, why);
    }

    DiscordEvent identified(String newId, long newTime) {
        return new DiscordEvent(bot, newId, type, newTime, content);
    }

    DiscordEvent named(String newType) {
        return new DiscordEvent(bot, id, newType, time, content);
    }

    boolean isBot(@Nullable String userId) {
        return userId != null && userId.equals(bot.userId());
    }

    /** Returns the id; null if it is absent or no snowflake. */
    static @Nullable String snowflake(PlatformObject object, String member) {
        JsonNode value = object.node().path(member);
        String id = value.isTextual() || value.isIntegralNumber() ? value.asText() : "";
        return id.matches("[0-9]{1,20}") ? id : null;
    }

    /** Returns the second in which an id was made; 0 if it is no time. */
    static long seconds(String snowflake) {
        try {
            return ((Long.parseUnsignedLong(snowflake) >>> TIMESTAMP_SHIFT) + EPOCH_MILLIS) / 1000;
        } catch (NumberFormatException tooLong) {
            return 0;
        }
    }

    /** Returns a time of the platform (ISO 8601); null for none. */
    static @Nullable Instant time(PlatformObject object, String member) {
        String text = object.text(member);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** Returns a person with the name that others see; null without an id. @param member with the nickname; null for none */
    static @Nullable ActorContext person(@Nullable PlatformObject user, @Nullable PlatformObject member) {
        String id = user == null ? null : snowflake(user, "id");
        if (user == null || id == null) {
            return null;
        }
        String nick = member == null ? null : member.name("nick");
        return ActorContext.user(id, nick == null ? shownName(user) : nick);
    }

    /** https://docs.discord.com/developers/resources/user#user-object */
    static @Nullable String shownName(PlatformObject user) {
        String global = user.name("global_name");
        return global == null ? user.name("username") : global;
    }
}
