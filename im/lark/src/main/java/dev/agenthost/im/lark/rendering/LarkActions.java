package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders edits of messages and reactions to them. */
final class LarkActions {
    /**
     * The names of emoji that agents use often
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-reaction/emojis-introduce.md); any other one is named
     * as the platform names it.
     */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("👍", "THUMBSUP"),
            Map.entry("👎", "ThumbsDown"),
            Map.entry("❤", "HEART"),
            Map.entry("😄", "SMILE"),
            Map.entry("🙂", "SMILE"),
            Map.entry("😂", "LOL"),
            Map.entry("👏", "APPLAUSE"),
            Map.entry("💪", "MUSCLE"),
            Map.entry("🎉", "PARTY"),
            Map.entry("🙏", "THANKS"),
            Map.entry("👌", "OK"),
            Map.entry("✅", "DONE"),
            Map.entry("✔", "DONE"),
            Map.entry("🔥", "Fire"),
            Map.entry("👀", "GLANCE"),
            Map.entry("🤔", "THINKING"));

    private LarkActions() {}

    /** Returns no call for an action that names no message, or that is unknown. */
    static List<LarkCall> render(LarkTarget target, OutboundAction action) {
        String messageId = messageId(action.target());
        if (messageId == null) {
            return List.of();
        }
        return switch (action.action()) {
            case "message.edit" -> edit(target, messageId, text(action.payload(), "text"));
            case "reaction.add" -> reaction(messageId, text(action.payload(), "emoji"));
            case "reaction.remove" -> removal(messageId, text(action.payload(), "emoji"));
            default -> List.of();
        };
    }

    /** The rest of a text that is longer than a card follows in further messages. */
    private static List<LarkCall> edit(LarkTarget target, String messageId, String markdown) {
        List<LarkCall> calls = new ArrayList<>();
        for (ObjectNode card : LarkRenderer.markdown(markdown)) {
            calls.add(calls.isEmpty() ? target.edit(messageId, card) : target.card(card, false));
        }
        return calls;
    }

    /** https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-reaction/create.md */
    private static List<LarkCall> reaction(String messageId, String emoji) {
        String name = name(emoji);
        if (name == null) {
            return List.of();
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("reaction_type").put("emoji_type", name);
        return List.of(new LarkCall("POST", reactions(messageId), body));
    }

    /** Without an emoji, all reactions of the app are removed. */
    private static List<LarkCall> removal(String messageId, String emoji) {
        String name = name(emoji);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (name != null) {
            body.put("emoji_type", name);
        }
        return name == null && !emoji.isEmpty()
                ? List.of()
                : List.of(new LarkCall("DELETE", reactions(messageId), body));
    }

    private static String reactions(String messageId) {
        return LarkTarget.messagePath(messageId) + "/reactions";
    }

    /** Returns null for an emoji without a name of the platform. */
    private static @Nullable String name(String emoji) {
        String plain = emoji.replace("\uFE0F", "");
        String name = NAMES.getOrDefault(plain, plain);
        return name.matches("[A-Za-z0-9_]{1,64}") ? name : null;
    }

    private static @Nullable String messageId(@Nullable JsonNode target) {
        return target == null ? null : LarkTarget.id(target.path("message_id"));
    }

    private static String text(@Nullable JsonNode payload, String name) {
        return payload == null ? "" : payload.path(name).asText("");
    }
}
