package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes messages with Markdown (https://open.dingtalk.com/document/development/robot-message-type). */
final class DingTalkMessages {
    static final String MARKDOWN = "sampleMarkdown";
    static final String TEXT = "sampleText";
    /** Most bytes of {@code msgParam} (https://open.dingtalk.com/document/development/the-robot-sends-a-group-message). */
    static final int MOST_BYTES = 15_000;

    /** The title is shown in the list of chats and in notifications (assumed: so many signs of it). */
    private static final int TITLE = 48;

    private DingTalkMessages() {}

    /** Returns the messages of a text, in order; none for a blank one. */
    static List<DingTalkCall> of(DingTalkTarget target, DingTalkRobot robot, FormattedText text) {
        return TextSplitter.split(text, DingTalkMessages::size, MOST_BYTES).stream()
                .map(piece -> target.message(robot, MARKDOWN, markdown(piece)))
                .toList();
    }

    /** Returns a message with a sentence of the host. */
    static DingTalkCall sentence(DingTalkTarget target, DingTalkRobot robot, String sentence) {
        return target.message(robot, TEXT, text(sentence));
    }

    /** Reads Markdown of an agent. */
    static FormattedText read(String markdown) {
        return MarkdownReader.readWithHeadingsWithoutColumns(markdown);
    }

    /** Returns the parameters of a message with Markdown. */
    static ObjectNode markdown(FormattedText text) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("title", title(text.text()))
                .put("text", DingTalkMarkdown.of(text));
    }

    /** Returns the parameters of a message without markup. */
    static ObjectNode text(String text) {
        return JsonNodeFactory.instance.objectNode().put("content", PlainCharacters.of(text));
    }

    private static int size(FormattedText text) {
        return bytes(markdown(text).toString());
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String title(String text) {
        String first = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("…");
        return TextShortener.shorten(first, TITLE);
    }
}
