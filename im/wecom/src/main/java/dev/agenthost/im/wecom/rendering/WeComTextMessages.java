package dev.agenthost.im.wecom.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.wecom.calls.WeComCall;
import java.util.ArrayList;
import java.util.List;

/** Writes messages with a text. */
final class WeComTextMessages {
    private WeComTextMessages() {}

    /** Reads Markdown of an agent. */
    static FormattedText read(String markdown) {
        return MarkdownReader.readWithHeadingsWithoutColumns(markdown);
    }

    /** Returns the messages of a text, in order; none for a blank one. */
    static List<WeComCall> of(WeComTarget target, FormattedText text) {
        return WeComTextContent.split(text).stream().map(target::message).toList();
    }

    /** Returns the message without markup. */
    static WeComCall withoutMarkup(WeComCall call, FormattedText text) {
        return WeComTextContent.withoutMarkup(text).in(call.withText(text));
    }

    /**
     * Returns a message that the platform refused as too long in pieces, in order. The pieces of one division are the same each time; only
     * white space at a cut is lost.
     *
     * @param division how often the size is halved; 0 for the message as it is
     */
    static List<WeComCall> pieces(WeComCall call, int division) {
        if (division == 0 || call.text() == null) {
            return List.of(call);
        }
        List<WeComCall> pieces = new ArrayList<>();
        for (FormattedText piece : TextSplitter.halves(call.text(), division)) {
            pieces.add(WeComTextContent.of(piece)
                    .in(call.withText(piece))
                    .at(call.place() + "." + division + "." + pieces.size()));
        }
        return pieces.isEmpty() ? List.of(call) : pieces;
    }
}
