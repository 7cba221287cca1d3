package dev.agenthost.im.chat.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Markdown, the text that Telegram shows, and its entities as {@code type[text]}. */
class MarkdownReaderTest {

    static Stream<Arguments> documents() {
        return Stream.of(
                row("plain", "plain", ""),
                row("a\nb  \nc", "a\nb\nc", ""),
                row("one\n\n\n\ntwo", "one\n\ntwo", ""),
                row(
                        "**bold** and *italic* ~~gone~~",
                        "bold and italic gone",
                        "bold[bold] italic[italic] strikethrough[gone]"),
                row("***both***", "both", "bold[both] italic[both]"),
                row("**bold *and italic***", "bold and italic", "bold[bold and italic] italic[and italic]"),
                row("# Title\ntext", "Title\n\ntext", "bold[Title]"),
                row("## **Twice** bold", "Twice bold", "bold[Twice bold]"),
                row("use `a<b>` & co", "use a<b> & co", "code[a<b>]"),
                row("**see `x` now**", "see x now", "bold[see ] code[x] bold[ now]"),
                row(
                        "```java\nint a = 1;\n  if (a < 2) {}\n```",
                        "int a = 1;\n  if (a < 2) {}",
                        "pre:java[int a = 1;\n  if (a < 2) {}]"),
                row("```\n  indented\n```", "  indented", "pre[  indented]"),
                row("    indented\n    code", "indented\ncode", "pre[indented\ncode]"),
                row("```c++ title=x\na\n```", "a", "pre:c++[a]"),
                row("[page](https://example.org/a_b)", "page", "text_link:https://example.org/a_b[page]"),
                row("[**bold** page](https://e.org)", "bold page", "text_link:https://e.org[bold page] bold[bold]"),
                row("[`code`](https://e.org)", "code", "text_link:https://e.org[code]"),
                row("[file](/etc/passwd)", "file (/etc/passwd)", ""),
                row("[run](javascript:alert(1))", "run (javascript:alert(1))", ""),
                row("![chart](https://e.org/c.png)", "chart", "text_link:https://e.org/c.png[chart]"),
                row(
                        "![](https://e.org/c.png)",
                        "https://e.org/c.png",
                        "text_link:https://e.org/c.png[https://e.org/c.png]"),
                row("<https://e.org>", "https://e.org", "text_link:https://e.org[https://e.org]"),
                row("- a\n- b\n  - c\n- d", "• a\n• b\n   ◦ c\n• d", ""),
                row("3. a\n4. b", "3. a\n4. b", ""),
                row("- a\n\n  more\n\n- b", "• a\n   more\n• b", ""),
                row("text\n- a", "text\n\n• a", ""),
                row("- a\n\ntext", "• a\n\ntext", ""),
                row("1. a\n   ```sh\n   ls\n   ```\n2. b", "1. a\nls\n2. b", "pre:sh[ls]"),
                row(
                        "> quoted *text*\n> more\n\nafter",
                        "quoted text\nmore\n\nafter",
                        "blockquote[quoted text\nmore] italic[text]"),
                row("> ` x`\n\nb", " x\n\nb", "blockquote[x] code[x]"),
                row(">     x", "x", "blockquote[x] pre[x]"),
                row("> a\n>> b\n\nc", "a\n\nb\n\nc", "blockquote[a\n\nb]"),
                row("a\n\n---\n\nb", "a\n\n———\n\nb", ""),
                row("a<br>b <b>not bold</b>", "a\nb <b>not bold</b>", ""),
                row("<div>\nx\n</div>", "<div>\nx\n</div>", ""),
                row("a & b < c \\*d\\* &amp; &lt;", "a & b < c *d* & <", ""),
                row("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4", ""),
                row("**not closed", "**not closed", ""),
                row(
                        "| Name | Qty |\n|:--|--:|\n| Apple | 3 |\n| 苹果 | 12 |",
                        "Name   Qty\n-----  ---\nApple    3\n苹果    12",
                        "pre[Name   Qty\n-----  ---\nApple    3\n苹果    12]"),
                row("| A |\n|---|", "A", "pre[A]"),
                row(
                        "| Service | What it does |\n|---|---|\n| event-gateway | Accepts events over HTTP and Kafka |\n| delivery | Sends **answers** |",
                        "event-gateway\nWhat it does: Accepts events over HTTP and Kafka\n\ndelivery\nWhat it does: Sends answers",
                        "bold[event-gateway] bold[What it does] bold[delivery] bold[What it does]"),
                row("a\u0000b\u0007c\r\nd \ud800 e", "abc\nd \ufffd e", ""),
                row("😀 **😀**", "😀 😀", "bold[😀]"),
                row("", "", ""),
                row("  \n\n ", "", ""));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void showsTheDocument(String markdown, String text, String entities) {
        FormattedText read = MarkdownReader.read(markdown);

        assertThat(read.text()).isEqualTo(text);
        assertThat(describe(read)).isEqualTo(entities);
    }

    /** Only a platform with headings has the mark of them; all else is as for the others. */
    @ParameterizedTest
    @MethodSource("documents")
    void aHeadingIsMarkedAsSuchOnlyOnDemand(String markdown, String text, String entities) {
        assertThat(describe(MarkdownReader.read(markdown))).doesNotContain("heading");
        assertThat(MarkdownReader.readWithHeadings(markdown).text()).isEqualTo(text);
        assertThat(describe(MarkdownReader.readWithHeadings("## A **b**\n\n# C")))
                .isEqualTo("heading:2[A b] bold[b] heading:1[C]");
    }

    @Test
    void deepNestingIsText() {
        String quotes = ">".repeat(5_000) + " deep";
        String emphasis = "*a _b ".repeat(5_000) + "deep" + "_ *".repeat(5_000);
        String lists = "- ".repeat(5_000) + "deep";

        assertThat(Stream.of(quotes, emphasis, lists).map(MarkdownReader::read))
                .allSatisfy(read -> assertThat(read.text()).contains("deep"));
    }

    @Test
    void thousandsOfEntitiesTakeNoTime() {
        String markdown = "**a `b` c** ".repeat(10_000);

        long before = System.nanoTime();
        FormattedText read = MarkdownReader.read(markdown);

        assertThat(read.entities()).hasSize(30_000);
        assertThat(System.nanoTime() - before).isLessThan(5_000_000_000L);
    }

    private static Arguments row(String markdown, String text, String entities) {
        return Arguments.of(markdown, text, entities);
    }

    static String describe(FormattedText text) {
        return text.entities().stream()
                .map(entity -> entity.type().name().toLowerCase()
                        + (entity.value() == null ? "" : ":" + entity.value())
                        + "[" + text.text().substring(entity.offset(), entity.end()) + "]")
                .collect(Collectors.joining(" "));
    }
}
