package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders edits of messages and reactions to them. */
final class SlackActions {
    /** The names of emoji that agents use often; any other one is named as Slack names it. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("👍", "thumbsup"),
            Map.entry("👎", "thumbsdown"),
            Map.entry("❤", "heart"),
            Map.entry("😄", "smile"),
            Map.entry("🙂", "slightly_smiling_face"),
            Map.entry("😂", "joy"),
            Map.entry("👏", "clap"),
            Map.entry("💪", "muscle"),
            Map.entry("🎉", "tada"),
            Map.entry("🙏", "pray"),
            Map.entry("👌", "ok_hand"),
            Map.entry("✅", "white_check_mark"),
            Map.entry("✔", "heavy_check_mark"),
            Map.entry("❌", "x"),
            Map.entry("🔥", "fire"),
            Map.entry("👀", "eyes"),
            Map.entry("🚀", "rocket"),
            Map.entry("🤔", "thinking_face"));

    private SlackActions() {}

    /** Returns no call for an action that names no message, or that is unknown. */
    static List<SlackCall> render(SlackTarget target, OutboundAction action) {
        String ts = action.target() == null
                ? null
                : SlackTarget.time(action.target().path("message_id"));
        if (ts == null) {
            return List.of();
        }
        return switch (action.action()) {
            case "message.edit" -> edit(target, ts, text(action.payload(), "text"));
            // https://docs.slack.dev/reference/methods/reactions.add
            case "reaction.add" -> reaction("reactions.add", target, ts, text(action.payload(), "emoji"));
            // https://docs.slack.dev/reference/methods/reactions.remove
            case "reaction.remove" -> reaction("reactions.remove", target, ts, text(action.payload(), "emoji"));
            default -> List.of();
        };
    }

    /** The rest of a text that is longer than a message follows in further messages. */
    private static List<SlackCall> edit(SlackTarget target, String ts, String markdown) {
        List<SlackCall> calls = new ArrayList<>();
        for (FormattedText message : SlackRenderer.messages(MarkdownReader.read(markdown))) {
            calls.add(calls.isEmpty() ? target.edit(ts, message) : target.message(message));
        }
        return calls;
    }

    private static List<SlackCall> reaction(String method, SlackTarget target, String ts, String emoji) {
        String name = name(emoji);
        if (name == null) {
            return List.of();
        }
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("channel", target.channel())
                .put("timestamp", ts)
                .put("name", name);
        return List.of(new SlackCall(method, parameters));
    }

    /** Returns null for an emoji without a name of Slack. */
    private static @Nullable String name(String emoji) {
        String plain = emoji.replace("\uFE0F", "");
        String name = NAMES.getOrDefault(plain, plain).replaceAll("^:|:$", "");
        return name.matches("[a-z0-9_+'-]{1,100}(::[a-z0-9-]{1,30})?") ? name : null;
    }

    private static String text(@Nullable JsonNode payload, String name) {
        return payload == null ? "" : payload.path(name).asText("");
    }
}
