package dev.agenthost.im.wecom.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.chat.text.WebLink;
import dev.agenthost.im.wecom.calls.WeComCall;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/**
 * The content of a message with a text (https://developer.work.weixin.qq.com/document/path/90236): Markdown, or a text without markup whose
 * links are {@code <a href="…">}. The dialect of Markdown has no escapes, so a text with signs of its syntax has no markup; nor has one that
 * needs none, because WeChat shows no Markdown to persons who read their messages there.
 *
 * @param type {@link WeComCall#MARKDOWN} or {@link WeComCall#TEXT}
 */
record WeComTextContent(String type, String content) {
    /** Most bytes of a content of either type. WeCom cuts a longer text off without a word. */
    static final int MOST_BYTES = 2048;

    static WeComTextContent of(FormattedText text) {
        return WeComMarkdown.of(text)
                .filter(markdown -> !markdown.equals(text.text()))
                .map(markdown -> new WeComTextContent(WeComCall.MARKDOWN, markdown))
                .orElseGet(() -> new WeComTextContent(WeComCall.TEXT, withLinks(text)));
    }

    /** Returns the content without markup; without links, too, if it would be too long with them. */
    static WeComTextContent withoutMarkup(FormattedText text) {
        String linked = withLinks(text);
        return new WeComTextContent(WeComCall.TEXT, bytes(linked) > MOST_BYTES ? text.text() : linked);
    }

    /** Returns the texts of the messages that show a text, in order; none for a blank one. */
    static List<FormattedText> split(FormattedText text) {
        return TextSplitter.split(text, piece -> of(piece).bytes(), MOST_BYTES);
    }

    /** Returns the message with this content. */
    WeComCall in(WeComCall message) {
        return message.withContent(type, JsonNodeFactory.instance.objectNode().put("content", content));
    }

    int bytes() {
        return bytes(content);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String withLinks(FormattedText text) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        List<TextEntity> links = text.entities().stream()
                .filter(WeComTextContent::isLink)
                .sorted(Comparator.comparingInt(TextEntity::offset))
                .toList();
        for (TextEntity link : links) {
            if (link.offset() >= at) {
                out.append(text.text(), at, link.offset())
                        .append("<a href=\"")
                        .append(WebLink.encoded(String.valueOf(link.value())))
                        .append("\">")
                        .append(text.text(), link.offset(), link.end())
                        .append("</a>");
                at = link.end();
            }
        }
        return out.append(text.text(), at, text.text().length()).toString();
    }

    static boolean isLink(TextEntity entity) {
        return entity.type() == TextEntity.Type.TEXT_LINK && entity.value() != null && WebLink.isWeb(entity.value());
    }
}
