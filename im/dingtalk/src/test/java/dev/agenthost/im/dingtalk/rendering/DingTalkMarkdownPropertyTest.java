package dev.agenthost.im.dingtalk.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any Markdown, in messages and in a card that grows and ends: they show the text of the transcript, and only white space is lost. */
class DingTalkMarkdownPropertyTest {
    private static final List<String> FRAGMENTS = List.of(
            "**“b”**c",
            "a*b*c",
            "***",
            "_i_",
            "snake_case_x",
            "https://e.org/a_b_c?d=1&amp;x",
            "<font color=red>",
            "12) ",
            "3. x\n",
            "   - y\n",
            "## h #\n",
            "> q\n",
            "===\n",
            "&lt;",
            "\\_",
            "~~s~~",
            "@all ");

    @Property(tries = 1_000)
    void theMessagesAreTheText(@ForAll long seed, @ForAll @IntRange(min = 0, max = 5) int division) {
        String markdown = document(seed);

        List<String> written = DingTalkParts.calls(DingTalkParts.group(), markdown).stream()
                .flatMap(call -> DingTalkLongMessage.pieces(call, division).stream())
                .map(DingTalkParts::written)
                .toList();

        assertSame(markdown, written);
    }

    @Property(tries = 1_000)
    void theCardAndWhatFollowsAreTheText(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int repetitions) {
        String markdown = (document(seed) + "\n\n").repeat(repetitions);
        List<DingTalkCall> calls = DingTalkParts.calls(DingTalkParts.group(), markdown);

        List<DingTalkCall> complete = StreamedCard.complete(
                new DingTalkTarget("cid1==", true),
                DingTalkParts.ROBOT,
                DingTalkParts.text(markdown),
                "card",
                9,
                calls);

        if (calls.isEmpty()) {
            assertThat(complete).extracting(DingTalkCall::kind).containsExactly(DingTalkCall.Kind.CARD_DATA);
            return;
        }
        assertThat(complete.getFirst().kind()).isEqualTo(DingTalkCall.Kind.CARD_TEXT);
        assertThat(complete.get(1).kind()).isEqualTo(DingTalkCall.Kind.CARD_DATA);
        assertThat(bytes(DingTalkParts.written(complete.getFirst()))).isLessThanOrEqualTo(3_000);
        assertSame(
                markdown,
                complete.stream()
                        .filter(call -> call.kind() != DingTalkCall.Kind.CARD_DATA)
                        .map(DingTalkParts::written)
                        .toList());
        // If the card is refused, messages have its text.
        assertSame(
                markdown,
                java.util.stream.Stream.concat(
                                complete.getFirst().instead().stream(),
                                complete.stream().skip(2))
                        .map(DingTalkParts::written)
                        .toList());
    }

    /** Signs that become longest, without white space. */
    @Property(tries = 20)
    void noMessageIsTooLong(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < 20_000) {
            text.append(random.nextBoolean() ? "\\*\"" : random.nextBoolean() ? "😀" : "汉字");
        }

        List<DingTalkCall> calls = DingTalkParts.calls(DingTalkParts.person(), text.toString());

        assertThat(calls).hasSizeGreaterThan(1).allSatisfy(call -> assertThat(
                        bytes(call.body().path("msgParam").asText()))
                .isLessThanOrEqualTo(15_000));
        assertSame(text.toString(), calls.stream().map(DingTalkParts::written).toList());
    }

    private static void assertSame(String markdown, List<String> written) {
        assertThat(plain(written.stream()
                        .map(text -> MarkdownReader.readWithoutColumns(text).text())
                        .collect(Collectors.joining())))
                .as(markdown + "\n-----\n" + String.join("\n=====\n", written))
                .isEqualTo(plain(
                        MarkdownReader.readWithHeadingsWithoutColumns(markdown).text()));
        assertThat(written).noneMatch(String::isBlank);
    }

    private static String plain(String text) {
        return DingTalkMarkdown.withoutSpace(text);
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
