package dev.agenthost.im.chat.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextSplitterTest {

    @Test
    void cutsAfterABlock() {
        assertThat(texts("first block\n\nsecond block\nline", 20)).containsExactly("first block", "second block\nline");
    }

    @Test
    void cutsAfterALineIfTheBlockIsTooLong() {
        assertThat(texts("first line here\nsecond line", 20)).containsExactly("first line here", "second line");
    }

    @Test
    void cutsAfterAWordIfTheLineIsTooLong() {
        assertThat(texts("one two three four five", 12)).containsExactly("one two", "three four", "five");
    }

    @Test
    void neverCutsACodePoint() {
        assertThat(texts("a" + "😀".repeat(6), 4)).containsExactly("a😀", "😀😀", "😀😀", "😀");
    }

    @Test
    void continuesCodeInTheNextMessage() {
        List<FormattedText> messages =
                TextSplitter.split(MarkdownReader.read("```py\nif a:\n    b()\n    c()\n```"), 14);

        assertThat(messages.stream().map(FormattedText::text)).containsExactly("if a:\n    b()", "    c()");
        assertThat(messages.stream().map(MarkdownReaderTest::describe))
                .containsExactly("pre:py[if a:\n    b()]", "pre:py[    c()]");
    }

    @Test
    void prefersABlockBeforeCodeToALineOfCode() {
        List<FormattedText> messages =
                TextSplitter.split(MarkdownReader.read("intro text\n\n```\na\nb\nc\nd\ne\n```"), 16);

        assertThat(messages.stream().map(FormattedText::text)).containsExactly("intro text", "a\nb\nc\nd\ne");
    }

    @Test
    void continuesAStyleInTheNextMessage() {
        List<FormattedText> messages = TextSplitter.split(MarkdownReader.read("**one two three**"), 8);

        assertThat(messages.stream().map(MarkdownReaderTest::describe)).containsExactly("bold[one two]", "bold[three]");
    }

    @Test
    void aMessageHasNoMoreEntitiesThanTelegramShows() {
        List<FormattedText> messages = TextSplitter.split(MarkdownReader.read("*a* ".repeat(250)), 4096);

        assertThat(messages.stream().map(message -> message.entities().size())).containsExactly(100, 100, 50);
    }

    @Test
    void aBlankTextHasNoMessage() {
        assertThat(texts(" \n \n", 20)).isEmpty();
    }

    private static List<String> texts(String text, int limit) {
        return TextSplitter.split(FormattedText.plain(text), limit).stream()
                .map(FormattedText::text)
                .toList();
    }
}
