package dev.agenthost.im.line.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.PlainTextRenderer;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.line.calls.LineCall;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any Markdown in messages: they show the plain text of the transcript, only white space is lost, and none is longer than LINE accepts. */
class LineTextPropertyTest {
    private static final List<String> FRAGMENTS = List.of(
            "**“b”**c",
            "a*b*c",
            "$",
            "😀",
            "[l](https://e.org/a_b(c))",
            "\n\n## h #\n\n",
            "\n\n> q **b**\n\n",
            "@all ");

    @Property(tries = 1_000)
    void theMessagesAreThePlainText(@ForAll long seed, @ForAll @IntRange(min = 1, max = 120) int documents) {
        String markdown = document(seed, documents);

        List<LineCall> calls = LineParts.calls(markdown);

        assertSame(markdown, calls);
        // What the transcript shows, in its order; addresses of links stand between.
        assertThat(plain(String.join("", LineParts.texts(calls))))
                .matches(shown -> isWithin(
                        plain(MarkdownReader.readWithoutColumns(markdown).text()), shown));
    }

    /** Signs of two units, without white space: each cut is between two code points. */
    @Property(tries = 20)
    void noMessageIsTooLong(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("x");
        while (text.length() < 60_000) {
            text.append(random.nextInt(4) > 0 ? "😀" : "汉");
        }

        List<LineCall> calls = LineParts.calls(text.toString());

        assertThat(calls).hasSizeGreaterThan(2);
        assertSame(text.toString(), calls);
    }

    private static void assertSame(String markdown, List<LineCall> calls) {
        List<String> texts = LineParts.texts(calls);
        assertThat(calls).allSatisfy(call -> assertThat(call.messages()).hasSizeBetween(1, 5));
        assertThat(calls).extracting(LineCall::place).doesNotHaveDuplicates();
        assertThat(texts).allSatisfy(text -> {
            assertThat(text).hasSizeBetween(1, 5_000);
            assertThat(text.codePoints()).noneMatch(LineTextPropertyTest::isHalf);
        });
        FormattedText all = PlainTextRenderer.ofMarkdown(markdown);
        assertThat(plain(String.join("", texts))).as(markdown).isEqualTo(plain(all.text()));
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static boolean isWithin(String part, String whole) {
        int at = 0;
        for (int i = 0; i < whole.length() && at < part.length(); i++) {
            if (whole.charAt(i) == part.charAt(at)) {
                at++;
            }
        }
        return at == part.length();
    }

    private static String plain(String text) {
        return text.replaceAll("[\\s\\u00A0]", "");
    }

    private static String document(long seed, int documents) {
        Random random = new Random(seed);
        StringBuilder document = new StringBuilder();
        for (int i = 0; i < documents; i++) {
            document.append(new RandomMarkdown(random.nextLong()).document())
                    .append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        return document.toString();
    }
}
