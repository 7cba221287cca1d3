package dev.agenthost.im.telegram.inbound;

import dev.agenthost.protocol.event.ActorContext;
import org.jspecify.annotations.Nullable;

/** Maps changes of memberships (<a href="https://core.telegram.org/bots/api#chatmemberupdated">ChatMemberUpdated</a>). */
final class MembershipMapping {

    private MembershipMapping() {}

    /** Maps a change of the bot's own membership. In a private chat it says that a person blocked or unblocked the bot. */
    static UpdateMapping ofBot(TelegramUpdate update) {
        TelegramChat chat = TelegramChat.of(update.content().object("chat"));
        MembershipChange change = MembershipChange.of(update.content());
        if (chat == null) {
            return update.without("chat", "a chat with an integer id and a type");
        }
        if (change == null) {
            return update.without("new_chat_member", "a member with a status, as old_chat_member");
        }
        String eventType = chat.isPrivate()
                ? change.isBan() ? "friend.removed" : change.joins() || change.endsBan() ? "friend.added" : null
                : change.joins()
                        ? "bot.invited_to_group"
                        : change.leaves()
                                ? "bot.removed_from_group"
                                : change.mutes() ? "bot.muted" : change.unmutes() ? "bot.unmuted" : null;
        ActorContext actor = TelegramActors.user(update.content().object("from"));
        return eventType == null
                ? PlatformEvents.mapped(update)
                : EventBody.of(update, eventType)
                        .in(chat)
                        .at(update.content().number("date"))
                        .by(actor)
                        .about(chat.isPrivate() ? "user" : "group", chat.id())
                        .event();
    }

    /** Maps a change of another member. Joins and leaves of a group have service messages; those of a channel do not. */
    static UpdateMapping ofMember(TelegramUpdate update) {
        TelegramChat chat = TelegramChat.of(update.content().object("chat"));
        MembershipChange change = MembershipChange.of(update.content());
        if (chat == null) {
            return update.without("chat", "a chat with an integer id and a type");
        }
        if (change == null || change.userId() == null) {
            return update.without("new_chat_member", "a member with a user and a status, as old_chat_member");
        }
        String eventType = change.isBan()
                ? "group.member_banned"
                : change.endsBan()
                        ? "group.member_unbanned"
                        : change.joins()
                                ? ServiceMessages.MEMBER_JOINED
                                : change.leaves() ? ServiceMessages.MEMBER_LEFT : null;
        if (eventType == null) {
            return PlatformEvents.mapped(update);
        }
        boolean isReported =
                eventType.equals(ServiceMessages.MEMBER_JOINED) || eventType.equals(ServiceMessages.MEMBER_LEFT);
        if (isReported && !chat.isChannel()) {
            return update.ignored("A service message of the group reports it.");
        }
        return EventBody.of(update, eventType)
                .in(chat)
                .at(update.content().number("date"))
                .by(TelegramActors.user(update.content().object("from")))
                .about("membership", change.userId())
                .event();
    }

    /**
     * Two states of a member (<a href="https://core.telegram.org/bots/api#chatmember">ChatMember</a>).
     *
     * @param userId the member
     */
    private record MembershipChange(
            @Nullable Long userId, TelegramObject before, String oldStatus, TelegramObject after, String newStatus) {

        static @Nullable MembershipChange of(TelegramObject update) {
            TelegramObject before = update.object("old_chat_member");
            TelegramObject after = update.object("new_chat_member");
            String oldStatus = before == null ? null : before.text("status");
            String newStatus = after == null ? null : after.text("status");
            if (before == null || after == null || oldStatus == null || newStatus == null) {
                return null;
            }
            TelegramObject user = after.object("user");
            return new MembershipChange(user == null ? null : user.number("id"), before, oldStatus, after, newStatus);
        }

        boolean isBan() {
            return newStatus.equals("kicked") && !oldStatus.equals("kicked");
        }

        boolean endsBan() {
            return oldStatus.equals("kicked") && !newStatus.equals("kicked");
        }

        boolean joins() {
            return !isMember(before, oldStatus) && isMember(after, newStatus);
        }

        boolean leaves() {
            return isMember(before, oldStatus) && !isMember(after, newStatus);
        }

        boolean mutes() {
            return !isMuted(before, oldStatus) && isMuted(after, newStatus);
        }

        boolean unmutes() {
            return isMuted(before, oldStatus) && !isMuted(after, newStatus);
        }

        private static boolean isMember(TelegramObject member, String status) {
            return switch (status) {
                case "creator", "administrator", "member" -> true;
                case "restricted" -> member.flag("is_member");
                default -> false;
            };
        }

        private static boolean isMuted(TelegramObject member, String status) {
            return status.equals("restricted") && !member.flag("can_send_messages");
        }
    }
}
