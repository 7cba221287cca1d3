package dev.agenthost.im.chat.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any Markdown, split at any limit: nothing but white space is lost, and each message is one that Telegram accepts. */
class RenderingPropertyTest {

    @Property(tries = 10_000)
    void theMessagesAreTheText(@ForAll long seed) {
        RandomMarkdown random = new RandomMarkdown(seed);
        FormattedText text = MarkdownReader.read(random.document());
        int limit = random.limit();

        List<FormattedText> messages = TextSplitter.split(text, limit);

        assertThat(withoutSpace(messages.stream().map(FormattedText::text).collect(Collectors.joining())))
                .isEqualTo(withoutSpace(text.text()));
        assertThat(messages).allSatisfy(message -> accepted(message, limit));
    }

    private static void accepted(FormattedText message, int limit) {
        String text = message.text();
        assertThat(text).isNotBlank();
        assertThat(text.length()).isLessThanOrEqualTo(limit);
        assertThat(text.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE))
                .isTrue();
        assertThat(message.entities()).hasSizeLessThanOrEqualTo(TextSplitter.MOST_ENTITIES);
        for (TextEntity entity : message.entities()) {
            assertThat(entity.end()).isLessThanOrEqualTo(text.length());
            assertThat(message.entities()).allSatisfy(other -> assertThat(isNested(entity, other))
                    .as(entity + " and " + other)
                    .isTrue());
        }
    }

    /** The rules of https://core.telegram.org/bots/api#formatting-options; code within a quotation is assumed to be permitted. */
    private static boolean isNested(TextEntity one, TextEntity other) {
        boolean isApart = one.end() <= other.offset() || other.end() <= one.offset();
        if (one.equals(other) || isApart) {
            return true;
        }
        boolean isWithin = one.offset() >= other.offset() && one.end() <= other.end()
                || other.offset() >= one.offset() && other.end() <= one.end();
        boolean isStyleOfCode = one.type().isStyle() && other.type().isCode()
                || other.type().isStyle() && one.type().isCode();
        boolean isLinkOfCode = one.type() == TextEntity.Type.TEXT_LINK
                        && other.type().isCode()
                || other.type() == TextEntity.Type.TEXT_LINK && one.type().isCode();
        return isWithin && one.type() != other.type() && !isStyleOfCode && !isLinkOfCode;
    }

    static String withoutSpace(String text) {
        return text.replaceAll("[ \n\t]", "");
    }
}
