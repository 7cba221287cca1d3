package dev.agenthost.im.lark.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-components/content-components/rich-text */
class CardMarkdownTest {

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("**bold** and *italic* and ~~gone~~", "**bold** and *italic* and ~~gone~~"),
                Arguments.of("# Title\n\ntext", "# Title\n\ntext"),
                Arguments.of("- one\n- two\n   - three", "- one\n- two\n    - three"),
                Arguments.of("1. one\n2. two\n   - three", "1. one\n2. two\n    - three"),
                Arguments.of("1. one\n\n#\n\n1. two", "1. one\n\n1) two"),
                Arguments.of("> quoted", "> quoted"),
                Arguments.of("```java\nint a = b < c;\n```", "```java\nint a = b < c;\n```"),
                Arguments.of("    indented", "```\nindented\n```"),
                Arguments.of("use `a < b`", "use `a < b`"),
                Arguments.of("a | b\n--|--\n1 | 2", "|a|b|\n|---|---|\n|1|2|"),
                Arguments.of("[site](https://e.org/a_b)", "[site](https://e.org/a%5Fb)"),
                Arguments.of("<https://e.org>", "[https://e.org](https://e.org)"),
                Arguments.of("see https://e.org/a.", "see [https://e.org/a](https://e.org/a)."),
                Arguments.of("[mail](mailto:a@e.org)", "mail (mailto:a@e.org)"),
                Arguments.of("![chart](https://e.org/c.png)", "[chart](https://e.org/c.png)"),
                Arguments.of("<at id=all></at>", "&#60;at id=all&#62;&#60;/at&#62;"),
                Arguments.of("hi <at id=all></at>", "hi &#60;at id=all&#62;&#60;/at&#62;"),
                Arguments.of("a<br>b", "a\nb"),
                Arguments.of("2 \\* 3 < 7", "2 &#42; 3 &#60; 7"),
                Arguments.of("snake_case and _x", "snake_case and &#95;x"),
                Arguments.of("1\\. no list", "1&#46; no list"),
                Arguments.of("\\- no item", "&#45; no item"),
                Arguments.of("&amp;lt; stays", "&#38;lt; stays"),
                Arguments.of(":DONE: is no emoji", "&#58;DONE: is no emoji"),
                Arguments.of("10:30", "10:30"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void markdownIsWrittenInTheDialect(String markdown, String expected) {
        assertThat(CardMarkdown.texts(markdown, 0)).containsExactly(expected);
    }

    @Test
    void aBlankTextHasNoCard() {
        assertThat(CardMarkdown.texts(" \n\n", 0)).isEmpty();
    }

    @Test
    void aCardEndsAfterABlock() {
        String paragraph = "word ".repeat(3000).strip();

        assertThat(CardMarkdown.texts(paragraph + "\n\n" + paragraph, 0)).containsExactly(paragraph, paragraph);
    }

    @Test
    void aLongCodeBlockIsDividedAfterALineAndFencedAgain() {
        List<String> texts = CardMarkdown.texts("```java\n" + "int a = 1;\n".repeat(4000) + "```", 0);

        assertThat(texts).hasSizeGreaterThan(1).allSatisfy(text -> assertThat(text)
                .startsWith("```java\nint a = 1;\n")
                .endsWith("int a = 1;\n```"));
    }

    @Test
    void aLongParagraphHasNoFurtherBreaks() {
        String paragraph = "some *words* < 1, ".repeat(4000).strip();

        List<String> texts = CardMarkdown.texts(paragraph, 0);

        assertThat(texts).hasSizeGreaterThan(1).noneSatisfy(text -> assertThat(text)
                .contains("\n"));
    }

    @Test
    void aFifthTableBeginsACard() {
        String table = "|a|b|\n|---|---|\n|1|2|";

        assertThat(CardMarkdown.texts((table + "\n\n").repeat(5), 0)).hasSize(2);
    }
}
