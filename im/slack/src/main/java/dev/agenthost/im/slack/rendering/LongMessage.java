package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.slack.calls.SlackCall;
import java.util.ArrayList;
import java.util.List;

/** Divides the text of a call that Slack refused as too long. Only white space at a cut is lost. */
public final class LongMessage {
    private LongMessage() {}

    /**
     * Returns the call in pieces, in order: the call with the first part of its text, and a message with each other part. The pieces of one
     * division are the same each time, and have places of their own.
     *
     * @param division how often the length is halved; 0 for the call as it is
     */
    public static List<SlackCall> pieces(SlackCall call, int division) {
        FormattedText text = call.text();
        List<FormattedText> texts = text == null ? List.of() : TextSplitter.halves(text, division);
        if (text == null || texts.equals(List.of(text))) {
            return List.of(call);
        }
        List<SlackCall> pieces = new ArrayList<>();
        for (FormattedText piece : texts) {
            boolean isLast = pieces.size() + 1 == texts.size();
            SlackCall part = pieces.isEmpty() ? call.withoutBlocks().with(piece) : further(call, piece);
            String place = (call.place() == null ? "edit" : call.place()) + "." + division + "." + pieces.size();
            pieces.add((isLast ? withBlocks(part, call) : part).at(place));
        }
        return pieces;
    }

    /** Returns true if another division has shorter pieces. */
    public static boolean canDivide(SlackCall call, int division) {
        return pieces(call, division + 1).size() > 1;
    }

    private static SlackCall further(SlackCall call, FormattedText text) {
        return new SlackTarget(call.channel(), call.thread()).message(text);
    }

    /** The blocks that follow the text follow its last piece. */
    private static SlackCall withBlocks(SlackCall piece, SlackCall call) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        call.parameters().path(SlackCall.BLOCKS).forEach(blocks::add);
        if (blocks.isEmpty()) {
            return piece;
        }
        piece.parameters().set(SlackCall.BLOCKS, blocks);
        return piece;
    }
}
