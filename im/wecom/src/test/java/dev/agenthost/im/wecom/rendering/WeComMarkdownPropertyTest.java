package dev.agenthost.im.wecom.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.wecom.calls.WeComCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any Markdown in messages: they show the text of the transcript, only white space is lost, and none is longer than WeCom shows. */
class WeComMarkdownPropertyTest {
    private static final List<String> FRAGMENTS = List.of(
            "**“b”**c",
            "a*b*c",
            "***",
            "\\*\\*no\\*\\*",
            "`` ` ``",
            "\\`x\\`",
            "[l](https://e.org/a_b(c))",
            "\\[x\\](y)",
            "&lt;font color=\"info\">",
            "<@zhangsan>",
            "**[b](https://e.org)**",
            "\n\n## h #\n\n",
            "\n\n\\# no\n\n",
            "\n\n&gt; no\n\n",
            "\n\n> q **b**\n\n",
            "\n\n```\n# c\n**d**\n```\n\n",
            "3. x\n",
            "@all ");

    @Property(tries = 1_000)
    void theMessagesAreTheText(@ForAll long seed, @ForAll @IntRange(min = 0, max = 5) int division) {
        String markdown = document(seed);

        List<WeComCall> written = WeComParts.calls(markdown).stream()
                .flatMap(call -> WeComTextMessages.pieces(call, division).stream())
                .toList();

        assertSame(markdown, written);
        assertThat(written).allSatisfy(call -> assertThat(bytes(call.content())).isBetween(1, 2048));
    }

    /** Signs that become longest, without white space. */
    @Property(tries = 20)
    void noMessageIsTooLong(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("**b** ");
        while (text.length() < 6_000) {
            text.append(random.nextBoolean() ? "[l](https://e.org/é_é)" : random.nextBoolean() ? "😀" : "汉字");
        }

        List<WeComCall> calls = WeComParts.calls(text.toString());

        assertThat(calls).hasSizeGreaterThan(2).allSatisfy(call -> assertThat(bytes(call.content()))
                .isLessThanOrEqualTo(2048));
        assertSame(text.toString(), calls);
    }

    private static void assertSame(String markdown, List<WeComCall> written) {
        assertThat(plain(written.stream().map(WeComReader::shown).collect(Collectors.joining())))
                .as(markdown + "\n-----\n"
                        + written.stream().map(WeComCall::content).collect(Collectors.joining("\n=====\n")))
                .isEqualTo(plain(
                        MarkdownReader.readWithHeadingsWithoutColumns(markdown).text()));
    }

    private static String plain(String text) {
        return text.replaceAll("[\\s\\u00A0]", "");
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String document(long seed) {
        Random random = new Random(seed);
        StringBuilder document = new StringBuilder(new RandomMarkdown(seed).document());
        for (int i = random.nextInt(8); i > 0; i--) {
            int at = random.nextInt(document.length() + 1);
            document.insert(at, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        return document.toString();
    }
}
