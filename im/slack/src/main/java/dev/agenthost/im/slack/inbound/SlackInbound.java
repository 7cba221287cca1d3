package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Maps an event or an interaction to an event of the host. Equal payloads have equal outcomes; nothing fails.
 *
 * <pre>
 * message, app_mention                           message.received
 * message.message_changed, message_deleted       message.edited, message.recalled
 * reaction_added, reaction_removed               message.reaction
 * member_joined_channel, member_left_channel     group.member_joined, group.member_left;
 *                                                of the bot: bot.invited_to_group, bot.removed_from_group
 * channel_left, group_left                       bot.removed_from_group
 * channel_rename, group_rename                   group.info_updated
 * block_actions                                  the press of a question's button, or platform.specific
 * view_submission                                the submitted form of a question, or platform.specific
 * every other type                               platform.specific
 * </pre>
 */
public final class SlackInbound {
    private static final String EVENT = "event_callback";
    private static final String RATE_LIMITED = "app_rate_limited";
    private static final String TEAM = "team_id";

    private SlackInbound() {}

    /** @param payload the JSON of the request, or of the member {@code payload} of its form */
    public static SlackMapping map(@Nullable JsonNode payload, SlackIdentity bot) {
        PlatformObject root = PlatformObject.of(payload);
        if (root == null) {
            return new SlackMapping.Unreadable("$", "must be a JSON object");
        }
        String type = root.text("type");
        if (type == null || !isName(type)) {
            return new SlackMapping.Unreadable("type", "must be the name of a type");
        }
        String app = root.text("api_app_id");
        boolean isEvent = type.equals(EVENT) || type.equals(RATE_LIMITED);
        // A shortcut does not name its app; it is signed with the secret of the app as all else.
        if ((isEvent || app != null) && !bot.appId().equals(app)) {
            return new SlackMapping.Unreadable("api_app_id", "must be app_id of the bot");
        }
        return switch (type) {
            case EVENT -> event(root, bot);
            case RATE_LIMITED -> rateLimited(root, bot);
            default -> interaction(root, bot, type);
        };
    }

    private static SlackMapping event(PlatformObject root, SlackIdentity bot) {
        String team = root.id(TEAM);
        // In a channel of two workspaces, the one of the event may be the other one.
        if (isForeign(bot, team) && isForeign(bot, root.id("context_team_id"))) {
            return new SlackMapping.Unreadable(TEAM, "must be team_id of the bot");
        }
        String id = root.id("event_id");
        PlatformObject content = root.object("event");
        String type = content == null ? null : content.text("type");
        if (id == null) {
            return new SlackMapping.Unreadable("event_id", "must be a text of at most 200 characters");
        }
        if (content == null) {
            return new SlackMapping.Unreadable("event", "must be an object");
        }
        if (type == null || !isName(type)) {
            return new SlackMapping.Unreadable("event.type", "must be the name of a type");
        }
        String ofPerson = content.id("team");
        return mapped(new SlackEvent(
                bot,
                id,
                type,
                seconds(root, "event_time"),
                botUser(root),
                ofPerson == null ? team : ofPerson,
                content));
    }

    private static SlackMapping mapped(SlackEvent event) {
        return switch (event.type()) {
            case "message" -> SlackMessages.message(event);
            case "app_mention" -> SlackMessages.received(event);
            case "reaction_added" -> SlackReactions.changed(event, "added");
            case "reaction_removed" -> SlackReactions.changed(event, "removed");
            case "member_joined_channel" -> SlackChannels.member(event, "group.member_joined", "bot.invited_to_group");
            case "member_left_channel" -> SlackChannels.member(event, "group.member_left", "bot.removed_from_group");
            case "channel_left", "group_left" -> SlackChannels.left(event);
            case "channel_rename", "group_rename" -> SlackChannels.renamed(event);
            case "app_home_opened" -> SlackChannels.opened(event);
            default -> other(event);
        };
    }

    /** Other types, those of later versions included. The channel and the person that they name are in the event, all else in the raw payload. */
    static SlackMapping other(SlackEvent event) {
        String user = event.content().id(SlackEvent.USER);
        SlackEventBody built =
                SlackEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).by(SlackEvent.person(user));
        SlackChannel channel = SlackChannel.of(event.content());
        PlatformObject object = event.content().object(SlackEvent.CHANNEL);
        String id = object == null ? event.content().id("channel_id") : object.id("id");
        if (channel == null && id != null) {
            channel = SlackChannel.of(id);
        }
        return (channel == null ? built : built.in(channel, null, null, user)).event();
    }

    /** The platform drops events (https://docs.slack.dev/reference/events/app_rate_limited). */
    private static SlackMapping rateLimited(PlatformObject root, SlackIdentity bot) {
        String team = root.id(TEAM);
        long minute = seconds(root, "minute_rate_limited");
        if (isForeign(bot, team)) {
            return new SlackMapping.Unreadable(TEAM, "must be team_id of the bot");
        }
        return minute == 0
                ? new SlackMapping.Unreadable("minute_rate_limited", "must be a time in seconds")
                : other(new SlackEvent(
                        bot, RATE_LIMITED + ":" + team + ":" + minute, RATE_LIMITED, minute, null, team, root));
    }

    private static SlackMapping interaction(PlatformObject root, SlackIdentity bot, String type) {
        PlatformObject workspace = root.object("team");
        String team = workspace == null ? null : workspace.id("id");
        if (team != null && isForeign(bot, team)) {
            return new SlackMapping.Unreadable("team.id", "must be team_id of the bot");
        }
        PlatformObject view = root.object("view");
        String trigger = root.id("trigger_id");
        String id = trigger == null && view != null ? view.id("id") : trigger;
        return id == null
                ? new SlackMapping.Unreadable("trigger_id", "must be a text of at most 200 characters")
                : SlackInteractions.interaction(new SlackEvent(bot, type + ":" + id, type, 0, null, team, root));
    }

    private static boolean isForeign(SlackIdentity bot, @Nullable String team) {
        return bot.teamId() != null && !bot.teamId().equals(team);
    }

    /** Returns the user of the bot, which the authorization of an event names (https://docs.slack.dev/reference/events/message). */
    private static @Nullable String botUser(PlatformObject root) {
        return root.list("authorizations").stream()
                .filter(authorization -> authorization.node().path("is_bot").booleanValue())
                .map(authorization -> authorization.id("user_id"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    static boolean isName(String type) {
        return type.matches("[A-Za-z0-9_.]{1,100}");
    }

    /** Returns the seconds of a member; 0 for none. */
    private static long seconds(PlatformObject object, String name) {
        String text = object.text(name);
        return text != null && text.matches("[0-9]{1,12}") ? Long.parseLong(text) : 0;
    }
}
