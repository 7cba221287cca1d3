package dev.agenthost.im.onebot.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneBotRendererTest {
    private static final UUID ID = new UUID(0, 1);

    @Test
    void aPrivateAnswerIsOneTextToThePerson() {
        OneBotCall call = only(calls(person(), OutboundKind.MESSAGE, "hello [x], &amp; 1,2 @12345"));

        assertThat(call.action()).isEqualTo("send_private_msg");
        assertThat(call.parameters().toString())
                .isEqualTo(
                        "{\"user_id\":5001,\"message\":[{\"type\":\"text\",\"data\":{\"text\":\"hello [x], & 1,2 @12345\"}}]}");
    }

    @Test
    void anAnswerInAGroupRepliesAndMentionsThePersonOnce() {
        List<OneBotCall> calls = calls(group(), OutboundKind.MESSAGE, "a".repeat(1900) + "\n\n" + "b".repeat(1900));

        assertThat(calls).hasSize(2);
        assertThat(calls.getFirst().action()).isEqualTo("send_group_msg");
        assertThat(types(calls.get(0))).isEqualTo("reply,at,text,text");
        assertThat(calls.get(0).parameters().at("/message/0/data/id").asText()).isEqualTo("-77");
        assertThat(calls.get(0).parameters().at("/message/1/data/qq").asText()).isEqualTo("5001");
        assertThat(types(calls.get(1))).isEqualTo("text");
    }

    @Test
    void aNumberThatAnAgentMentionsIsAMentionInAGroup() {
        OneBotCall call = only(calls(group(), OutboundKind.MESSAGE, "ask @50020, not a@50021.com or @all"));

        assertThat(types(call)).isEqualTo("reply,at,text,text,at,text");
        assertThat(call.parameters().at("/message/4/data/qq").asText()).isEqualTo("50020");
        assertThat(call.parameters().at("/message/5/data/text").asText()).isEqualTo(", not a@50021.com or @all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "[docs](https://x.example/a) ~ docs (https://x.example/a)",
                "[b](https://x.example/b) ~ b (https://x.example/b)",
                "<https://x.example> ~ https://x.example",
                "[x.example](https://x.example) ~ x.example",
                "**bold** and `code` ~ bold and code",
                "- a;- b ~ • a;• b",
                "| a | b |;|---|---|;| 1 | 2 |;| 3 | 4 | ~ 1;b: 2;;3;b: 4"
            })
    void markdownIsPlainText(String markdown, String text) {
        assertThat(text(only(calls(person(), OutboundKind.MESSAGE, markdown.replace(';', '\n')))))
                .isEqualTo(text.replace(';', '\n'));
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        assertThat(text(only(calls(person(), OutboundKind.FAILURE, "**not** bold"))))
                .isEqualTo("**not** bold");
    }

    @ParameterizedTest
    @ValueSource(ints = {2000, 2001, 10_000, 100_000})
    void noMessageIsLongerThanTheLimitAndNothingIsLost(int length) {
        String words = "word ".repeat(length / 5 + 1).strip();

        List<OneBotCall> calls = calls(person(), OutboundKind.MESSAGE, words);

        assertThat(calls).allSatisfy(call -> assertThat(text(call)).hasSizeLessThanOrEqualTo(2000));
        assertThat(calls.stream().map(OneBotRendererTest::text).collect(Collectors.joining(" ")))
                .isEqualTo(words);
    }

    @Test
    void aBlankPartHasNoCall() {
        assertThat(calls(person(), OutboundKind.MESSAGE, " \n ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"image/png,image", "IMAGE/JPEG,image", "audio/mpeg,record", "video/mp4,video"})
    void aFileIsASegmentOfItsType(String type, String segment) {
        OneBotCall call = only(file(type, 100L));

        assertThat(types(call)).isEqualTo(segment);
        assertThat(call.parameters().at("/message/0/data/file").asText()).isEqualTo("base64://");
        assertThat(call.file()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"application/pdf,100", ",100", "image/png,20000001", "text/html,1"})
    void anotherFileIsNamed(String type, long size) {
        OneBotCall call = only(file(type, size));

        assertThat(call.file()).isNull();
        assertThat(text(call)).isEqualTo("The file chart.bin is ready, but it cannot be sent to this chat.");
    }

    @Test
    void aRefusedReplyIsSentWithoutIt() {
        OneBotCall call = only(calls(group(), OutboundKind.MESSAGE, "hi"));

        List<OneBotCall> plainer = OneBotRenderer.fallback(call, new CallOutcome.Refused(100, "no such message"))
                .orElseThrow();

        assertThat(types(only(plainer))).isEqualTo("at,text,text");
        assertThat(OneBotRenderer.fallback(plainer.getFirst(), new CallOutcome.Refused(100, "")))
                .isEmpty();
        assertThat(OneBotRenderer.fallback(call, new CallOutcome.Refused(403, "")))
                .isEmpty();
    }

    @Test
    void aRefusedFileIsNamed() {
        assertThat(text(only(OneBotRenderer.fallback(
                                only(file("image/png", 100L)), new CallOutcome.Refused(1200, "upload failed"))
                        .orElseThrow())))
                .startsWith("The file chart.bin");
    }

    @Test
    void editsReactionsAndUnreadableQuestionsHaveNoCall() {
        List<OutboundAction> actions = List.of(
                new OutboundAction("message.edit", null, null),
                new OutboundAction("reaction.add", null, null),
                new OutboundAction("interaction.requested", null, JsonNodeFactory.instance.objectNode()));

        assertThat(rendered(reply(person(), OutboundKind.MESSAGE, "", List.of(), actions)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"group_id\":\"8001\"}", "{\"user_id\":1.5}", "[]", "null", "7"})
    void aTargetWithoutAChatIsNotSendable(String target) throws Exception {
        JsonNode node = new com.fasterxml.jackson.databind.ObjectMapper().readTree(target);

        assertThat(OneBotRenderer.render(reply(node, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .isInstanceOf(OneBotRendering.NotSendable.class);
    }

    private static ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", 5001).put("message_id", 12);
    }

    private static ObjectNode group() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("group_id", 8001)
                .put("message_id", -77)
                .put("sender_id", 5001);
    }

    private static List<OneBotCall> calls(JsonNode target, OutboundKind kind, String text) {
        return rendered(reply(target, kind, text, List.of(), List.of()));
    }

    private static List<OneBotCall> file(String type, Long size) {
        OutboundArtifact artifact = new OutboundArtifact("a1", "file", type, "chart.bin", size, null, null);
        return rendered(reply(person(), OutboundKind.MESSAGE, "", List.of(artifact), List.of()));
    }

    private static List<OneBotCall> rendered(OutboundReply reply) {
        return ((OneBotRendering.Calls) OneBotRenderer.render(reply)).calls();
    }

    private static OutboundReply reply(
            JsonNode target,
            OutboundKind kind,
            String text,
            List<OutboundArtifact> artifacts,
            List<OutboundAction> actions) {
        return new OutboundReply(
                new RunId(ID),
                1,
                kind,
                new EventId(ID),
                "demo",
                "bot",
                null,
                null,
                target,
                text,
                null,
                artifacts,
                actions);
    }

    private static OneBotCall only(List<OneBotCall> calls) {
        assertThat(calls).hasSize(1);
        return calls.getFirst();
    }

    private static String types(OneBotCall call) {
        return call.parameters()
                .path("message")
                .valueStream()
                .map(segment -> segment.path("type").asText())
                .collect(Collectors.joining(","));
    }

    private static String text(OneBotCall call) {
        return call.parameters()
                .path("message")
                .valueStream()
                .map(segment -> segment.at("/data/text").asText())
                .collect(Collectors.joining());
    }
}
