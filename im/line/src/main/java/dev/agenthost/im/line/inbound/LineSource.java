package dev.agenthost.im.line.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import org.jspecify.annotations.Nullable;

/**
 * The chat of an event: with one person, a group chat or a multi-person chat, a room
 * (https://developers.line.biz/en/reference/messaging-api/#source-user).
 *
 * @param type {@code user}, {@code group} or {@code room}
 * @param chatId of the person, the group or the room
 * @param userId of the person who caused the event; null if the platform withholds it, as it may in groups and rooms
 */
record LineSource(String type, String chatId, @Nullable String userId) {
    private static final String USER = "user";
    private static final String USER_ID = "userId";

    /** Returns null for a source of another type, or without the id of its chat. */
    static @Nullable LineSource of(@Nullable PlatformObject source) {
        String type = source == null ? null : source.text("type");
        if (source == null || type == null) {
            return null;
        }
        String chatId =
                switch (type) {
                    case USER -> source.id(USER_ID);
                    case "group" -> source.id("groupId");
                    case "room" -> source.id("roomId");
                    default -> null;
                };
        return chatId == null ? null : new LineSource(type, chatId, source.id(USER_ID));
    }

    boolean isPerson() {
        return type.equals(USER);
    }

    /** Returns the member of {@code reply_target} that has the id of the chat. */
    String member() {
        return type + "_id";
    }
}
