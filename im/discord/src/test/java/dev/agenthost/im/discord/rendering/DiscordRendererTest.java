package dev.agenthost.im.discord.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscordRendererTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'plain'|'plain'",
                "'# Title\ntext'|'# Title\n\ntext'",
                "'#### Deep'|'**Deep**'",
                "'- # In an item'|'- **In an item**'",
                "'**bold** *italic* ~~gone~~'|'**bold** _italic_ ~~gone~~'",
                "'***both***'|'**_both_**'",
                "'in*side*word'|'in*side*word'",
                "'**a***b*c'|'**a**bc'",
                "'- one\n- two\n  - deep'|'- one\n- two\n  - deep'",
                "'1. one\n2. two'|'1\\. one\n2\\. two'",
                "'> quoted\n> more\n\nafter'|'> quoted\n> more\n\nafter'",
                "'a\n```java\nint x = 1;\n```\nb'|'a\n```java\nint x = 1;\n```\nb'",
                "'````\n```\n````'|'```\n``\u200B`\n```'",
                "'`a*b`'|'`a*b`'",
                "'`` a`b ``'|'``a`b``'",
                "'[page](https://e.org/a_b)'|'[page](https://e.org/a_b)'",
                "'[a](https://e.org/(x))'|'[a](https://e.org/%28x%29)'",
                "'https://e.org/a_b.'|'<https://e.org/a_b>.'",
                "'[https://good.org](https://evil.org/x)'|'<https://good.org> (<https://evil.org/x>)'",
                "'[mail](mailto:a@e.org)'|'mail (mailto:a@e.org)'",
                "'snake_case and 2 * 3'|'snake\\_case and 2 \\* 3'",
                "'<@1> <@&2> <#3> <t:1> :x: ||s||'|'\\<@1> \\<@&2> \\<#3> \\<t:1> \\:x: \\|\\|s\\|\\|'",
                "'@everyone and @here'|'@\u200Beveryone and @\u200Bhere'",
                "'\\> no quote'|'\\> no quote'",
                "'\\# no title'|'\\# no title'",
                "'| a | b |\n|---|--:|\n| 1 | 22 |'|'```\na   b\n-  --\n1  22\n```'",
            })
    void markdownIsThatOfDiscord(String markdown, String content) {
        assertThat(DiscordParts.calls(DiscordParts.CHANNEL, markdown))
                .singleElement()
                .satisfies(call -> assertThat(DiscordParts.content(call)).isEqualTo(content));
    }

    /** A repetition of the request is recognised, nobody is mentioned, and links have no previews. */
    @Test
    void aMessageRepliesToItsQuestionAndHasAKey() {
        JsonNode body =
                DiscordParts.body(DiscordParts.calls(DiscordParts.CHANNEL, "hi").getFirst());

        assertThat(body.path("message_reference"))
                .isEqualTo(DiscordParts.json("{\"message_id\":\"5\",\"fail_if_not_exists\":false}"));
        assertThat(body.path("allowed_mentions")).isEqualTo(DiscordParts.json("{\"parse\":[]}"));
        assertThat(body.path("flags").asInt()).isEqualTo(4);
        assertThat(body.path("nonce").asText()).hasSize(22);
        assertThat(body.path("enforce_nonce").asBoolean()).isTrue();
        assertThat(DiscordParts.body(
                                DiscordParts.calls(DiscordParts.DIRECT, "hi").getFirst())
                        .has("message_reference"))
                .isFalse();
    }

    @Test
    void onlyTheFirstOfSeveralMessagesIsAReply() {
        List<DiscordCall> calls = DiscordParts.calls(DiscordParts.CHANNEL, "word ".repeat(900));

        assertThat(calls).hasSize(3);
        assertThat(calls)
                .extracting(call -> DiscordParts.body(call).has("message_reference"))
                .containsExactly(true, false, false);
    }

    /** A fence that is cut is closed, and opened again with its language. */
    @Test
    void longCodeIsInSeveralBlocks() {
        List<DiscordCall> calls =
                DiscordParts.calls(DiscordParts.CHANNEL, "```python\n" + "print(1)\n".repeat(400) + "```");

        assertThat(calls).hasSizeGreaterThan(1).allSatisfy(call -> assertThat(DiscordParts.content(call))
                .startsWith("```python\nprint(1)\n")
                .endsWith("print(1)\n```"));
    }

    /** Code points are counted: 2,000 emoji have 4,000 units. */
    @Test
    void aFullMessageOfEmojiIsNotDividedMoreThanNeeded() {
        assertThat(DiscordParts.calls(DiscordParts.CHANNEL, "😀".repeat(1_000))).hasSize(1);
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        DiscordCall call = DiscordParts.calls(
                        DiscordParts.part(DiscordParts.CHANNEL, OutboundKind.FAILURE, "# a *b*", List.of(), List.of()))
                .getFirst();

        assertThat(DiscordParts.content(call)).isEqualTo("\\# a \\*b\\*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"null", "[]", "{}", "{\"channel_id\":\"C1\"}", "{\"channel_id\":\"\"}", "{\"channel_id\":{}}"})
    void aPartWithoutAChannelIsNotSendable(String target) {
        assertThat(DiscordRenderer.render(DiscordParts.part(target, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .isInstanceOf(DiscordRendering.NotSendable.class);
    }

    @Test
    void aQuestionHasButtonsInRows() {
        List<DiscordCall> calls = question(20, "Which?", "token-0123456789abcdef");
        JsonNode rows = DiscordParts.body(calls.getFirst()).path("components");

        assertThat(calls).hasSize(1);
        assertThat(DiscordParts.content(calls.getFirst())).isEqualTo("**Which?**");
        assertThat(rows).hasSize(4).allSatisfy(row -> {
            assertThat(row.path("type").asInt()).isEqualTo(1);
            assertThat(row.path("components")).hasSize(5).allSatisfy(button -> {
                assertThat(button.path("custom_id").asText()).hasSizeLessThanOrEqualTo(100);
                assertThat(button.path("label").asText().codePoints().count()).isLessThanOrEqualTo(80);
            });
        });
        JsonNode last = rows.path(3).path("components").path(4);
        assertThat(ButtonKey.read(last.path("custom_id").asText().substring("agenthost:".length())))
                .contains(new ButtonKey(DiscordParts.RUN, 19, "token-0123456789abcdef"));
        assertThat(rows.path(0).path("components").path(0).path("style").asInt())
                .isEqualTo(1);
        assertThat(rows.path(0).path("components").path(1).path("style").asInt())
                .isEqualTo(2);
    }

    @Test
    void aQuestionWithoutAKeyIsItsFallback() {
        DiscordCall call = question(2, "Which?", "").getFirst();

        assertThat(DiscordParts.content(call)).isEqualTo("Answer \\*a\\* or b");
        assertThat(DiscordParts.body(call).has("components")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "👍,👍",
        "❤️,❤️",
        "<:blob:12>,blob:12",
        "<a:blob:12>,blob:12",
        "blob:12,blob:12",
        ":thumbsup:,",
        "thumbs up,",
        "'',",
        "a/../x,",
        "1,"
    })
    void anEmojiIsInItsForm(String emoji, String name) {
        OutboundAction action = action("reaction.add", "\"9\"", "{\"emoji\":\"" + emoji + "\"}");
        List<DiscordCall> calls = DiscordParts.calls(
                DiscordParts.part(DiscordParts.CHANNEL, OutboundKind.MESSAGE, "", List.of(), List.of(action)));

        assertThat(calls)
                .isEqualTo(name == null ? List.of() : List.of(new DiscordCall.Reaction("82", "9", name, true)));
    }

    @Test
    void anEditReplacesTheTextAndItsRestFollows() {
        OutboundAction action = action("message.edit", "9", "{\"text\":\"" + "word ".repeat(500) + "\"}");
        List<DiscordCall> calls = DiscordParts.calls(
                DiscordParts.part(DiscordParts.CHANNEL, OutboundKind.MESSAGE, "", List.of(), List.of(action)));

        assertThat(calls).hasSize(2);
        assertThat(calls.getFirst().method() + " " + calls.getFirst().path())
                .isEqualTo("PATCH /channels/82/messages/9");
        assertThat(DiscordParts.body(calls.getFirst()).has("nonce")).isFalse();
        assertThat(calls.getLast()).isInstanceOf(DiscordCall.Post.class);
    }

    @Test
    void theRestsOfTwoEditsHaveNoncesOfTheirOwn() {
        List<String> nonces = Stream.of("9", "10")
                .map(message -> action("message.edit", message, "{\"text\":\"" + "word ".repeat(100) + "\"}"))
                .flatMap(action -> DiscordParts.calls(
                        DiscordParts.part(DiscordParts.CHANNEL, OutboundKind.MESSAGE, "", List.of(), List.of(action)))
                        .stream())
                .map(edit -> DiscordLongMessage.pieces((DiscordCall.WithText) edit, 1)
                        .getLast())
                .map(rest -> DiscordParts.body(rest).path("nonce").asText())
                .toList();

        assertThat(nonces).hasSize(2).doesNotHaveDuplicates().doesNotContain("");
    }

    @Test
    void aFileIsAMessageOfItsOwnUpToTheLimit() {
        List<DiscordCall> calls = DiscordParts.calls(DiscordParts.part(
                DiscordParts.CHANNEL,
                OutboundKind.MESSAGE,
                "see",
                List.of(DiscordParts.file("a \"b\".txt", 5), DiscordParts.file("big.bin", 20L * 1024 * 1024 + 1)),
                List.of()));

        assertThat(calls).hasSize(3);
        assertThat(DiscordParts.body(calls.get(1)).path("attachments"))
                .isEqualTo(DiscordParts.json("[{\"id\":0,\"filename\":\"a _b_.txt\"}]"));
        assertThat(DiscordParts.body(calls.get(1)).has("content")).isFalse();
        assertThat(DiscordParts.content(calls.get(2))).startsWith("The file big.bin has 20 MiB.");
    }

    @Test
    void theFirstMessageReplacesThePreview() {
        List<DiscordCall> calls = DiscordParts.calls(DiscordParts.CHANNEL, "word ".repeat(900));
        List<DiscordCall> replacing = DiscordRenderer.replacing("82", "44", calls);

        assertThat(replacing).hasSameSizeAs(calls);
        assertThat(replacing.getFirst().path()).isEqualTo("/channels/82/messages/44");
        assertThat(DiscordParts.content(replacing.getFirst())).isEqualTo(DiscordParts.content(calls.getFirst()));
        assertThat(replacing.subList(1, 3)).isEqualTo(calls.subList(1, 3));
        assertThat(DiscordRenderer.replacing("82", "44", List.of()))
                .containsExactly(new DiscordCall.Delete("82", "44"));
        assertThat(DiscordRenderer.messages(" ")).isEmpty();
        assertThat(DiscordRenderer.messages("# a")).hasSize(1);
    }

    /** Each refusal has a plainer call, until there is none. */
    @Test
    void aRefusedCallHasAPlainerOne() {
        DiscordCall.Post post = (DiscordCall.Post)
                DiscordParts.calls(DiscordParts.CHANNEL, "hi").getFirst();
        DiscordCall edit = DiscordRenderer.replacing("82", "44", new ArrayList<>(List.of(post)))
                .getFirst();
        DiscordCall file = DiscordParts.calls(DiscordParts.part(
                        DiscordParts.DIRECT,
                        OutboundKind.MESSAGE,
                        "",
                        List.of(DiscordParts.file("a.txt", 5)),
                        List.of()))
                .getFirst();

        assertThat(fallback(post, DiscordAnswer.NO_REPLY)).contains(List.of(post.without("message_reference")));
        assertThat(fallback(post.without("message_reference"), DiscordAnswer.NO_REPLY))
                .isEmpty();
        assertThat(fallback(post, DiscordAnswer.FORBIDDEN)).isEmpty();
        assertThat(fallback(edit, DiscordAnswer.NO_MESSAGE)).contains(List.of(post));
        assertThat(fallback(edit, DiscordAnswer.FORBIDDEN)).isEmpty();
        assertThat(fallback(new DiscordCall.Delete("82", "44"), DiscordAnswer.NO_MESSAGE))
                .contains(List.of());
        assertThat(fallback(new DiscordCall.Reaction("82", "44", "👍", false), DiscordAnswer.NO_MESSAGE))
                .contains(List.of());
        assertThat(fallback(new DiscordCall.Reaction("82", "44", "👍", true), DiscordAnswer.NO_MESSAGE))
                .isEmpty();
        assertThat(fallback(file, DiscordAnswer.UNAUTHORIZED)).isEmpty();
        assertThat(fallback(file, DiscordAnswer.TOO_LONG))
                .hasValueSatisfying(calls ->
                        assertThat(DiscordParts.content(calls.getFirst())).startsWith("The file a.txt is ready"));
    }

    private static Optional<List<DiscordCall>> fallback(DiscordCall call, int code) {
        return DiscordFallback.of(call, new CallOutcome.Refused(code, "no"));
    }

    private static List<DiscordCall> question(int buttons, String title, String token) {
        StringBuilder actions = new StringBuilder();
        for (int i = 0; i < buttons; i++) {
            actions.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"a")
                    .append(i)
                    .append("\",\"label\":\"")
                    .append("Button 😀 ".repeat(12))
                    .append(i)
                    .append("\",\"style\":\"")
                    .append(i == 0 ? "primary" : "default")
                    .append("\"}");
        }
        String payload = "{\"interaction_id\":\"i1\",\"kind\":\"choice\",\"title\":\"" + title + "\",\"actions\":["
                + actions + "],\"fallback_text\":\"Answer *a* or b\"}";
        OutboundAction action = new OutboundAction(
                "interaction.requested",
                DiscordParts.json("{\"token\":\"" + token + "\"}"),
                DiscordParts.json(payload));
        return DiscordParts.calls(
                DiscordParts.part(DiscordParts.CHANNEL, OutboundKind.MESSAGE, "", List.of(), List.of(action)));
    }

    private static OutboundAction action(String name, String messageId, String payload) {
        return new OutboundAction(
                name, DiscordParts.json("{\"message_id\":" + messageId + "}"), DiscordParts.json(payload));
    }
}
