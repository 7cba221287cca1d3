package dev.agenthost.im.lark.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any Markdown, in cards of any size: the cards show the text of the transcript, and only white space is lost. */
class CardMarkdownPropertyTest {

    @Property(tries = 10_000)
    void theCardsAreTheText(@ForAll long seed, @ForAll @IntRange(min = 0, max = 8) int division) {
        String markdown = new RandomMarkdown(seed).document();

        String shown = CardMarkdown.texts(markdown, division).stream()
                .map(CardMarkdown::plainText)
                .collect(Collectors.joining());

        assertThat(withoutSpace(shown))
                .isEqualTo(
                        withoutSpace(MarkdownReader.readWithoutColumns(markdown).text()));
    }

    @Property(tries = 2_000)
    void eachCardIsWithinItsSizeAndHasNoTag(@ForAll long seed, @ForAll @IntRange(min = 0, max = 8) int division) {
        String markdown = "<at id=all></at>\n\nx <person id=1></person>\n\n" + new RandomMarkdown(seed).document();

        assertThat(CardMarkdown.texts(markdown, division))
                .allSatisfy(text -> assertThat(LarkCards.sizeOf(text))
                        .isLessThanOrEqualTo(Math.max(256, CardMarkdown.CARD_BYTES >> division)))
                .noneSatisfy(text -> assertThat(text).containsPattern("<(at|person)"));
    }

    /** A division divides what an earlier one wrote. */
    @Property(tries = 2_000)
    void writingTwiceIsWritingOnce(@ForAll long seed) {
        String text = String.join("\n\n", CardMarkdown.texts(new RandomMarkdown(seed).document(), 0));

        assertThat(CardMarkdown.plainText(String.join("\n\n", CardMarkdown.texts(text, 0))))
                .isEqualToIgnoringWhitespace(CardMarkdown.plainText(text));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
