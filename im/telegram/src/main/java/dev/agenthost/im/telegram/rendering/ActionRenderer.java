package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders edits of messages and reactions to them. */
final class ActionRenderer {

    private ActionRenderer() {}

    /** Returns no call for an action that names no message of the chat, or that is unknown. */
    static List<BotApiCall> render(TelegramTarget target, OutboundAction action) {
        Long messageId = messageId(action.target());
        if (messageId == null) {
            return List.of();
        }
        return switch (action.action()) {
            case "message.edit" -> edit(target, messageId, text(action.payload(), "text"));
            case "reaction.add" -> reaction(target, messageId, text(action.payload(), "emoji"));
            case "reaction.remove" -> List.of(setReaction(target, messageId, JsonNodeFactory.instance.arrayNode()));
            default -> List.of();
        };
    }

    /** The rest of a text that is longer than a message follows in further messages. */
    private static List<BotApiCall> edit(TelegramTarget target, long messageId, String markdown) {
        List<BotApiCall> calls = new ArrayList<>();
        for (FormattedText message : TelegramRenderer.messages(MarkdownReader.read(markdown))) {
            calls.add(
                    calls.isEmpty()
                            ? TelegramRenderer.edit(target, messageId, message)
                            : TelegramRenderer.send(target, message, false));
        }
        return calls;
    }

    private static List<BotApiCall> reaction(TelegramTarget target, long messageId, String emoji) {
        ArrayNode reactions = JsonNodeFactory.instance.arrayNode();
        reactions.addObject().put("type", "emoji").put("emoji", emoji);
        return emoji.isEmpty() ? List.of() : List.of(setReaction(target, messageId, reactions));
    }

    /** A bot has at most one reaction to a message (https://core.telegram.org/bots/api#setmessagereaction). */
    private static BotApiCall setReaction(TelegramTarget target, long messageId, ArrayNode reactions) {
        ObjectNode parameters = target.messageParameters(messageId);
        parameters.set("reaction", reactions);
        return new BotApiCall("setMessageReaction", parameters);
    }

    /** Ids are integers at Telegram and texts in events. */
    private static @Nullable Long messageId(@Nullable JsonNode target) {
        JsonNode id = target == null ? JsonNodeFactory.instance.missingNode() : target.path("message_id");
        if (id.isIntegralNumber() && id.canConvertToLong()) {
            return id.longValue();
        }
        return id.isTextual() && id.textValue().matches("\\d{1,18}") ? Long.valueOf(id.textValue()) : null;
    }

    private static String text(@Nullable JsonNode payload, String name) {
        return payload == null ? "" : payload.path(name).asText("");
    }
}
