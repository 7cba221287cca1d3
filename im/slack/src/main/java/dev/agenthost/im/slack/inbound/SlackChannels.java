package dev.agenthost.im.slack.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import org.jspecify.annotations.Nullable;

/** Maps events of channels and their members (https://docs.slack.dev/reference/events/member_joined_channel and the pages beside it). */
final class SlackChannels {
    private static final String ID = "the id of a channel";

    private SlackChannels() {}

    /**
     * Maps a member that joined or left.
     *
     * @param ofMember the event for a person
     * @param ofBot the event for the bot itself
     */
    static SlackMapping member(SlackEvent event, String ofMember, String ofBot) {
        SlackChannel channel = SlackChannel.of(event.content());
        String user = event.content().id(SlackEvent.USER);
        String inviter = event.content().id("inviter");
        if (channel == null) {
            return event.without(SlackEvent.CHANNEL, ID);
        }
        if (user == null) {
            return event.without(SlackEvent.USER, "the id of a person");
        }
        if (event.isBot(user)) {
            return SlackEventBody.of(event, ofBot)
                    .in(channel, null, null, inviter)
                    .by(SlackEvent.person(inviter))
                    .about(SlackEventBody.GROUP, channel.id())
                    .event();
        }
        SlackEventBody built = SlackEventBody.of(event, ofMember)
                .in(channel, null, null, user)
                .by(SlackEvent.person(inviter == null ? user : inviter))
                .about("membership", user);
        built.data().putArray("member_ids").add(user);
        return built.event();
    }

    /** Maps the channel that the bot left, or was removed from (https://docs.slack.dev/tools/node-slack-sdk/reference/types/interfaces/ChannelLeftEvent). */
    static SlackMapping left(SlackEvent event) {
        SlackChannel channel = SlackChannel.of(event.content());
        return channel == null
                ? event.without(SlackEvent.CHANNEL, ID)
                : SlackEventBody.of(event, "bot.removed_from_group")
                        .in(channel, null, null, null)
                        .by(SlackEvent.person(event.content().id("actor_id")))
                        .about(SlackEventBody.GROUP, channel.id())
                        .event();
    }

    /** Maps a new name. The channel is an object here. */
    static SlackMapping renamed(SlackEvent event) {
        PlatformObject renamed = event.content().object(SlackEvent.CHANNEL);
        String id = renamed == null ? null : renamed.id("id");
        if (renamed == null || id == null) {
            return event.without("channel.id", ID);
        }
        boolean isPrivate = event.type().equals("group_rename");
        SlackEventBody built = updated(event, new SlackChannel(id, isPrivate ? "group" : "channel"), null, "name");
        String title = renamed.name("name");
        if (title != null) {
            built.data().withObjectProperty("chat").put("title", title);
        }
        return built.event();
    }

    /** Maps a new topic or purpose, which the platform reports as a message. */
    static SlackMapping described(SlackEvent event) {
        SlackChannel channel = SlackChannel.of(event.content());
        return channel == null
                ? event.without(SlackEvent.CHANNEL, ID)
                : updated(
                                event,
                                channel,
                                event.content().id(SlackEvent.USER),
                                event.type().replaceFirst(".*_", ""))
                        .event();
    }

    private static SlackEventBody updated(
            SlackEvent event, SlackChannel channel, @Nullable String user, String changed) {
        SlackEventBody built = SlackEventBody.of(event, "group.info_updated")
                .in(channel, null, null, user)
                .by(SlackEvent.person(user))
                .about(SlackEventBody.GROUP, channel.id());
        built.data().putArray("changed").add(changed);
        return built;
    }

    /** Maps the opened chat with the bot, or its home (https://docs.slack.dev/reference/events/app_home_opened). */
    static SlackMapping opened(SlackEvent event) {
        SlackChannel channel = SlackChannel.of(event.content());
        String user = event.content().id(SlackEvent.USER);
        if (channel == null) {
            return event.without(SlackEvent.CHANNEL, ID);
        }
        SlackEventBody built = SlackEventBody.of(event, EventTypes.PLATFORM_SPECIFIC)
                .in(channel, null, null, user)
                .by(SlackEvent.person(user));
        String tab = event.content().text("tab");
        if (tab != null && SlackInbound.isName(tab)) {
            built.data().put("tab", tab);
        }
        return built.event();
    }
}
