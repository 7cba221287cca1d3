package dev.agenthost.im.line.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.line.calls.LineMessageObject;
import java.util.ArrayList;
import java.util.List;

/** Writes messages with a text, which have no markup (https://developers.line.biz/en/reference/messaging-api/#text-message). */
final class LineTexts {
    /** Most UTF-16 units of a text (https://developers.line.biz/en/docs/messaging-api/text-character-count/). */
    static final int MOST_CHARS = 5_000;

    private LineTexts() {}

    /**
     * Returns the messages of a text, of which the first quotes a message
     * (https://developers.line.biz/en/docs/messaging-api/get-quote-tokens/), or stands without it if it is refused.
     */
    static List<LineMessageObject> quoting(String token, FormattedText text) {
        List<LineMessageObject> messages = new ArrayList<>(of(text));
        if (!messages.isEmpty()) {
            LineMessageObject first = messages.getFirst();
            messages.set(0, new LineMessageObject(first.body().deepCopy().put("quoteToken", token), List.of(first)));
        }
        return messages;
    }

    /** Returns the messages of a text, in order; none for a blank one. */
    static List<LineMessageObject> of(FormattedText text) {
        return TextSplitter.split(text, MOST_CHARS).stream()
                .map(piece -> new LineMessageObject(
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("type", "text")
                                .put("text", piece.text()),
                        List.of()))
                .toList();
    }
}
