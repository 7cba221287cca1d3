package dev.agenthost.im.discord.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.discord.calls.DiscordCall;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any Markdown, in messages of any size: they show the text of the transcript, and only white space is lost. */
class DiscordMarkdownPropertyTest {
    private static final List<String> DISCORD = List.of(
            "@everyone ",
            "@here",
            "<@1>",
            "<@&2>",
            "<#3>",
            "<:a:4>",
            "<t:5>",
            "</x:6>",
            ":smile:",
            "||",
            "__",
            "-# ",
            ">>> ",
            "snake_case_x",
            "https://e.org/a_b_c*d",
            "**b**_i_",
            "a*b*c",
            "*a*__b__",
            "`` ` ``",
            "12) ",
            "\\_",
            "~~s~~*i*",
            "***");

    /** The address of a link whose words look like another one follows them. */
    private static final String APPENDED = " \\(<https?://[^>]*>\\)";

    @Property(tries = 5_000)
    void theMessagesAreTheText(@ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int division) {
        String markdown = document(seed);

        List<String> contents = DiscordParts.calls(DiscordParts.CHANNEL, markdown).stream()
                .map(call -> (DiscordCall.WithText) call)
                .flatMap(call -> DiscordLongMessage.pieces(call, division).stream())
                .map(DiscordParts::content)
                .toList();

        assertThat(plain(contents.stream()
                        .map(content -> DiscordMarkdownReader.shown(content.replaceAll(APPENDED, "")))
                        .collect(Collectors.joining())))
                .as(markdown + "\n-----\n" + String.join("\n=====\n", contents))
                .isEqualTo(plain(MarkdownReader.readWithHeadings(markdown).text()));
        assertThat(contents).allSatisfy(content -> {
            assertThat(content.codePointCount(0, content.length())).isLessThanOrEqualTo(2_000);
            assertThat(content).isNotBlank();
            assertThat(content.replace("\u200B", "")).isNotEmpty();
        });
    }

    /** Text without line feeds and spaces, of the signs that become longest. */
    @Property(tries = 300)
    void noMessageIsTooLong(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < 6_000) {
            text.append(
                    random.nextBoolean()
                            ? "\\_\\*"
                            : random.nextBoolean()
                                    ? "😀"
                                    : "[l](https://e.org/%s)".formatted("x".repeat(random.nextInt(800))));
        }
        List<DiscordCall> calls = DiscordParts.calls(DiscordParts.DIRECT, text.toString());

        assertThat(calls).hasSizeGreaterThan(1).allSatisfy(call -> {
            String content = DiscordParts.content(call);
            assertThat(content.codePointCount(0, content.length())).isLessThanOrEqualTo(2_000);
            assertThat(content.codePoints())
                    .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
        });
    }

    /** The pieces of one message have places of their own. */
    @Property(tries = 300)
    void eachPieceHasItsKey(@ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int division) {
        List<String> nonces = DiscordParts.calls(DiscordParts.CHANNEL, document(seed)).stream()
                .map(call -> (DiscordCall.WithText) call)
                .flatMap(call -> DiscordLongMessage.pieces(call, division).stream())
                .map(piece -> DiscordParts.body(piece).path("nonce").asText())
                .toList();

        assertThat(nonces).doesNotHaveDuplicates();
    }

    /** A sentence of the host, or of a person in a question, is shown as it is written. */
    @Property(tries = 2_000)
    void aPlainTextIsLiteral(@ForAll long seed) {
        FormattedText text = FormattedText.plain(document(seed));

        String shown = DiscordMarkdownReader.shown(DiscordMarkdown.of(text));

        assertThat(plain(shown)).isEqualTo(plain(text.text()));
    }

    private static String document(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(new RandomMarkdown(random.nextLong()).document());
            text.append(DISCORD.get(random.nextInt(DISCORD.size())));
        }
        return text.toString();
    }

    private static String plain(String text) {
        return text.replace('◦', '•').replaceAll("[\\s\u200B]", "");
    }
}
