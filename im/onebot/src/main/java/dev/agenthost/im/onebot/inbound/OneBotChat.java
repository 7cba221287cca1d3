package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The chat of an event: a group, or a private chat with a person. Numbers of groups and of persons are independent, so an id has both.
 *
 * @param number of the group, or of the person
 */
record OneBotChat(boolean isGroup, long number) {

    static OneBotChat group(long groupId) {
        return new OneBotChat(true, groupId);
    }

    static OneBotChat person(long userId) {
        return new OneBotChat(false, userId);
    }

    /** Returns the group of the event, else its person; null if it names neither. */
    static @Nullable OneBotChat of(OneBotObject event) {
        Long group = event.id("group_id");
        Long user = event.id("user_id");
        return group != null ? group(group) : user != null ? person(user) : null;
    }

    /** Returns the type of the conversation's launcher, in LangBot's words. */
    String launcherType() {
        return isGroup ? "group" : "person";
    }

    /** Returns {@code group_<number>} or {@code person_<number>}. */
    String conversationId() {
        return launcherType() + "_" + number;
    }

    /** Adds the chat to a target of answers. */
    void address(ObjectNode target) {
        target.put(isGroup ? "group_id" : "user_id", number);
    }
}
