package dev.agenthost.im.slack.form;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextShortener;

/** Text objects without markup (https://docs.slack.dev/reference/block-kit/composition-objects/text-object). */
final class ModalText {
    private ModalText() {}

    /** Returns the text, shortened to its place; a blank one, which Slack refuses, is an ellipsis. */
    static ObjectNode of(String text, int most) {
        String plain = PlainCharacters.of(text).strip();
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "plain_text")
                .put("emoji", false)
                .put("text", plain.isEmpty() ? "…" : TextShortener.shorten(plain, most));
    }

    /** As {@link #of}, on one line. */
    static ObjectNode line(String text, int most) {
        return of(PlainCharacters.of(text).replaceAll("\\s+", " "), most);
    }
}
