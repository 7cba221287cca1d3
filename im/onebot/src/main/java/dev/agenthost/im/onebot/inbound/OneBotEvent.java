package dev.agenthost.im.onebot.inbound;

import org.jspecify.annotations.Nullable;

/**
 * An event with the members that all have (https://github.com/botuniverse/onebot-11/blob/master/event/README.md).
 *
 * @param botId id of the bot in the host
 * @param type post type, type and sub-type, for instance {@code notice.group_increase.invite}
 * @param selfId the account that received it
 * @param time in seconds
 */
record OneBotEvent(String botId, String type, long selfId, long time, OneBotObject content) {

    /** Returns the outcome for an event without a member that the standard always has. */
    OneBotMapping.Unreadable without(String member, String what) {
        return new OneBotMapping.Unreadable(member, "must be " + what);
    }

    OneBotMapping.Ignored ignored(String why) {
        return new OneBotMapping.Ignored(type, why);
    }

    boolean isOfBot(@Nullable Long userId) {
        return userId != null && userId == selfId;
    }
}
