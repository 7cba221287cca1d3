package dev.agenthost.im.discord.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders edits of messages and reactions to them. */
final class DiscordActions {
    private static final int LONGEST_EMOJI = 40;

    private DiscordActions() {}

    /** Returns no call for an action that names no message, or that is unknown. */
    static List<DiscordCall> render(DiscordTarget target, OutboundAction action) {
        String id = action.target() == null
                ? null
                : DiscordTarget.id(action.target().path("message_id"));
        if (id == null) {
            return List.of();
        }
        return switch (action.action()) {
            case "message.edit" -> edit(target, id, text(action.payload(), "text"));
            case "reaction.add" -> reaction(target, id, text(action.payload(), "emoji"), true);
            case "reaction.remove" -> reaction(target, id, text(action.payload(), "emoji"), false);
            default -> List.of();
        };
    }

    /** The rest of a text that is longer than a message follows in further messages. */
    private static List<DiscordCall> edit(DiscordTarget target, String id, String markdown) {
        List<DiscordCall> calls = new ArrayList<>();
        for (FormattedText message : DiscordMarkdown.messages(MarkdownReader.readWithHeadings(markdown))) {
            calls.add(
                    calls.isEmpty()
                            ? target.edit(id, message)
                            : target.further().message(message));
        }
        return calls;
    }

    private static List<DiscordCall> reaction(DiscordTarget target, String id, String emoji, boolean isAdded) {
        String name = name(emoji);
        return name == null ? List.of() : List.of(new DiscordCall.Reaction(target.channel(), id, name, isAdded));
    }

    /**
     * Returns the emoji as a path has it: its characters, or name and id of one of a server
     * (https://docs.discord.com/developers/resources/message#create-reaction). Null for a text that is none.
     */
    private static @Nullable String name(String emoji) {
        String plain = emoji.strip().replaceAll("^<a?:|^:|>$|:$", "");
        if (plain.matches("\\w{1,64}:[0-9]{1,20}")) {
            return plain;
        }
        boolean isUnicode = plain.codePoints()
                        .noneMatch(point -> point <= ' '
                                || Character.isWhitespace(point)
                                || Character.isLetter(point)
                                || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)
                && plain.codePoints().anyMatch(point -> point > 0x7f);
        return isUnicode && plain.length() <= LONGEST_EMOJI ? plain : null;
    }

    private static String text(@Nullable JsonNode payload, String name) {
        return payload == null ? "" : payload.path(name).asText("");
    }
}
