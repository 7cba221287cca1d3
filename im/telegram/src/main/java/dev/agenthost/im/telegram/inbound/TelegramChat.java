package dev.agenthost.im.telegram.inbound;

import org.jspecify.annotations.Nullable;

/**
 * The chat of an update (<a href="https://core.telegram.org/bots/api#chat">Chat</a>).
 *
 * @param type {@code private}, {@code group}, {@code supergroup}, {@code channel}, or one that is not known yet
 */
record TelegramChat(long id, String type, @Nullable String title) {

    /** Returns null if the object is absent or no chat. */
    static @Nullable TelegramChat of(@Nullable TelegramObject chat) {
        Long id = chat == null ? null : chat.number("id");
        String type = chat == null ? null : chat.text("type");
        return chat == null || id == null || type == null ? null : new TelegramChat(id, type, chat.text("title"));
    }

    boolean isPrivate() {
        return type.equals("private");
    }

    boolean isChannel() {
        return type.equals("channel");
    }

    /** Returns the type of the conversation's launcher, in LangBot's words. */
    String launcherType() {
        return switch (type) {
            case "private" -> "person";
            case "group", "supergroup" -> "group";
            default -> type;
        };
    }
}
