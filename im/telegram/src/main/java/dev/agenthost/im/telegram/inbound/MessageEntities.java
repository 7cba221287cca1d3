package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Marked ranges of a message's text (<a href="https://core.telegram.org/bots/api#messageentity">MessageEntity</a>): mentions, links and the
 * command. Their offsets count UTF-16 units, as those of Java do.
 *
 * @param namesBot true if a mention or a command is for this bot by name
 */
record MessageEntities(
        boolean namesBot,
        List<ObjectNode> mentions,
        List<ObjectNode> links,
        @Nullable ObjectNode command) {

    static MessageEntities of(String text, List<TelegramObject> entities, BotIdentity bot) {
        boolean namesBot = false;
        List<ObjectNode> mentions = new ArrayList<>();
        List<ObjectNode> links = new ArrayList<>();
        ObjectNode command = null;
        for (TelegramObject entity : entities) {
            String type = entity.text("type");
            String part = part(text, entity);
            if (type == null || part == null) {
                continue;
            }
            switch (type) {
                case "mention" -> {
                    namesBot |= bot.isNamed(part.substring(1));
                    mentions.add(mention(part, null));
                }
                case "text_mention" -> {
                    namesBot |= bot.isUser(entity.object("user"));
                    mentions.add(mention(part, entity.object("user")));
                }
                case "text_link" -> links.add(link(part, entity.text("url")));
                case "bot_command" -> {
                    int at = part.indexOf('@');
                    namesBot |= at > 0 && bot.isNamed(part.substring(at + 1));
                    if (command == null && Long.valueOf(0).equals(entity.number("offset"))) {
                        command =
                                command(part, at, text.substring(part.length()).strip());
                    }
                }
                default -> {}
            }
        }
        return new MessageEntities(namesBot, mentions, links, command);
    }

    void addTo(ObjectNode data) {
        if (!mentions.isEmpty()) {
            data.putArray("mentions").addAll(mentions);
        }
        if (!links.isEmpty()) {
            data.putArray("links").addAll(links);
        }
        if (command != null) {
            data.set("command", command);
        }
    }

    /** Returns the range of the text; null if it is not within the text, or is empty. */
    private static @Nullable String part(String text, TelegramObject entity) {
        Long offset = entity.number("offset");
        Long length = entity.number("length");
        if (offset == null || length == null || offset < 0 || offset > text.length()) {
            return null;
        }
        return length > 0 && length <= text.length() - offset
                ? text.substring(offset.intValue(), (int) (offset + length))
                : null;
    }

    private static ObjectNode mention(String part, @Nullable TelegramObject user) {
        ObjectNode mention = JsonNodeFactory.instance.objectNode().put("text", part);
        Long id = user == null ? null : user.number("id");
        return id == null ? mention : mention.put("user_id", id.toString());
    }

    private static ObjectNode link(String part, @Nullable String url) {
        return JsonNodeFactory.instance.objectNode().put("text", part).put("url", url);
    }

    /** Returns a command without slash and bot: {@code /start@shop_bot a1} is {@code start} with the arguments {@code a1}. */
    private static ObjectNode command(String part, int at, String arguments) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", at > 0 ? part.substring(1, at) : part.substring(1))
                .put("arguments", arguments);
    }
}
