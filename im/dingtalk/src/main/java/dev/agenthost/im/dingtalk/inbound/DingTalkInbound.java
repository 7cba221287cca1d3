package dev.agenthost.im.dingtalk.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;

/**
 * Maps a message of a person, an action on a card or an event of the platform to an event of the host. Equal payloads have equal outcomes;
 * nothing fails.
 *
 * <pre>
 * message to the robot                      message.received
 * chat_add_member                           group.member_joined
 * chat_remove_member, chat_quit             group.member_left
 * chat_update_title, chat_update_owner      group.info_updated
 * im_cool_app_install                       bot.invited_to_group
 * im_cool_app_uninstall, chat_disband       bot.removed_from_group
 * every other event                         platform.specific
 * action on a card                          the press of a question's button, or platform.specific
 * </pre>
 */
public final class DingTalkInbound {
    private DingTalkInbound() {}

    public static DingTalkMapping map(DingTalkPush push, DingTalkIdentity bot) {
        PlatformObject payload = PlatformObject.of(push.payload());
        if (payload == null) {
            return new DingTalkMapping.Unreadable("$", "must be a JSON object");
        }
        return switch (push.topic()) {
            case MESSAGE -> DingTalkRobotMessages.received(payload, bot);
            case CARD -> DingTalkCardActions.acted(payload, push.messageId(), bot);
            case EVENT -> DingTalkChats.event(payload, bot);
        };
    }

    static DingTalkMapping.Unreadable without(String member, String what) {
        return new DingTalkMapping.Unreadable(member, "must be " + what);
    }

    /** The outcome for a payload of another organization than that of the bot. */
    static DingTalkMapping.Unreadable ofAnotherOrganization(String member) {
        return without(member, "corp_id of the bot");
    }
}
