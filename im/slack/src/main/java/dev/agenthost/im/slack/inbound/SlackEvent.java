package dev.agenthost.im.slack.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import org.jspecify.annotations.Nullable;

/**
 * An event with the facts of its wrapper (https://docs.slack.dev/reference/events/message).
 *
 * @param id {@code event_id}, the same for each repetition; of an interaction, which is not repeated, an id of its own
 * @param type the name that the event has in {@code source_event_type}
 * @param time {@code event_time} in seconds; 0 if it is unknown
 * @param botUser the user of the bot, which {@code authorizations} names; null if they do not
 * @param team the workspace of the event; null if it is unknown
 * @param content the member {@code event}, or the payload of an interaction
 */
record SlackEvent(
        SlackIdentity bot,
        String id,
        String type,
        long time,
        @Nullable String botUser,
        @Nullable String team,
        PlatformObject content) {
    /** The member with the channel. */
    static final String CHANNEL = "channel";
    /** The member with the person. */
    static final String USER = "user";

    /** Returns the outcome for an event without a member that the platform always sends. */
    SlackMapping.Unreadable without(String member, String what) {
        return new SlackMapping.Unreadable("event." + member, "must be " + what);
    }

    SlackMapping.Ignored ignored(String why) {
        return new SlackMapping.Ignored(type, why);
    }

    SlackEvent named(String newType) {
        return new SlackEvent(bot, id, newType, time, botUser, team, content);
    }

    SlackEvent identified(String newId) {
        return new SlackEvent(bot, newId, type, time, botUser, team, content);
    }

    /** Returns true if the id is that of the bot itself. */
    boolean isBot(@Nullable String userId) {
        return userId != null && userId.equals(botUser);
    }

    static @Nullable ActorContext person(@Nullable String userId) {
        return userId == null ? null : ActorContext.user(userId, null);
    }
}
