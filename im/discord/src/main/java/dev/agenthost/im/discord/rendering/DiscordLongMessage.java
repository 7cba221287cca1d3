package dev.agenthost.im.discord.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.discord.calls.DiscordCall;
import java.util.ArrayList;
import java.util.List;

/** Divides the text of a call that Discord refused as too long. Only white space at a cut is lost. */
public final class DiscordLongMessage {
    private DiscordLongMessage() {}

    /**
     * Returns the call in pieces, in order: the call with the first part of its text, and a message with each other part. The pieces of one
     * division are the same each time, and have places of their own. Components follow the last piece.
     *
     * @param division how often the length is halved; 0 for the call as it is
     */
    public static List<DiscordCall> pieces(DiscordCall.WithText call, int division) {
        List<FormattedText> texts = TextSplitter.halves(call.text(), division);
        if (call.text().isBlank() || texts.equals(List.of(call.text()))) {
            return List.of(call);
        }
        JsonNode components = call.rest().path(DiscordTarget.COMPONENTS);
        List<DiscordCall> pieces = new ArrayList<>();
        for (FormattedText text : texts) {
            boolean isLast = pieces.size() + 1 == texts.size();
            ArrayNode rows = JsonNodeFactory.instance.arrayNode();
            if (isLast) {
                components.forEach(rows::add);
            }
            String place = place(call) + "." + division + "." + pieces.size();
            pieces.add(
                    pieces.isEmpty()
                            ? first(call, text, place)
                            : new DiscordTarget(call.channel(), null)
                                    .message(text, rows)
                                    .at(place));
        }
        return pieces;
    }

    /** Returns true if another division has shorter pieces. */
    public static boolean canDivide(DiscordCall.WithText call, int division) {
        return pieces(call, division + 1).size() > 1;
    }

    private static String place(DiscordCall.WithText call) {
        return switch (call) {
            case DiscordCall.Post post -> post.place();
            case DiscordCall.Edit edit ->
                edit.replaced() == null
                        ? "edit." + edit.message()
                        : edit.replaced().place();
        };
    }

    private static DiscordCall first(DiscordCall.WithText call, FormattedText text, String place) {
        return switch (call) {
            case DiscordCall.Post post ->
                post.without(DiscordTarget.COMPONENTS).with(text).at(place);
            case DiscordCall.Edit edit -> {
                ObjectNode rest = edit.rest().deepCopy();
                rest.remove(DiscordTarget.COMPONENTS);
                DiscordCall.Post replaced = edit.replaced();
                yield new DiscordCall.Edit(
                        edit.channel(),
                        edit.message(),
                        text,
                        rest,
                        replaced == null
                                ? null
                                : replaced.without(DiscordTarget.COMPONENTS)
                                        .with(text)
                                        .at(place));
            }
        };
    }
}
