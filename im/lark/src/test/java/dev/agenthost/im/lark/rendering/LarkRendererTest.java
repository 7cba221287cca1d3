package dev.agenthost.im.lark.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LarkRendererTest {
    private static final String CREATE = "/open-apis/im/v1/messages?receive_id_type=chat_id";
    private static final String REPLY = "/open-apis/im/v1/messages/om_7/reply";

    @Test
    void aPrivateAnswerIsACardInTheChat() {
        LarkCall call = LarkParts.calls(LarkParts.person(), "**hello**").getFirst();

        assertThat(call.method()).isEqualTo("POST");
        assertThat(call.path()).isEqualTo(CREATE);
        assertThat(call.body().toString())
                .isEqualTo(
                        "{\"receive_id\":\"oc_1\",\"msg_type\":\"interactive\",\"content\":\"{\\\"schema\\\":\\\"2.0\\\","
                                + "\\\"config\\\":{\\\"update_multi\\\":true,\\\"streaming_mode\\\":false},\\\"body\\\":{\\\"elements\\\":"
                                + "[{\\\"tag\\\":\\\"markdown\\\",\\\"content\\\":\\\"**hello**\\\"}]}}\"}");
    }

    @Test
    void inAGroupTheFirstMessageReplies() {
        List<LarkCall> calls = LarkParts.calls(LarkParts.group(), ("word ".repeat(3000) + "\n\n").repeat(3));

        assertThat(calls).extracting(LarkCall::path).containsExactly(REPLY, CREATE, CREATE);
        assertThat(calls).extracting(LarkCall::place).containsExactly("0", "1", "2");
        assertThat(calls.getFirst().body().has("reply_in_thread")).isFalse();
    }

    @Test
    void inAThreadEachMessageStays() {
        List<LarkCall> calls = LarkParts.calls(LarkParts.thread(), ("word ".repeat(3000) + "\n\n").repeat(2));

        assertThat(calls).extracting(LarkCall::path).containsExactly(REPLY, REPLY);
        assertThat(calls).allSatisfy(call -> assertThat(
                        call.body().path("reply_in_thread").asBoolean())
                .isTrue());
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        LarkCall call = LarkParts.calls(
                        LarkParts.person(), OutboundKind.FAILURE, "**not** bold <at id=all></at>", List.of(), List.of())
                .getFirst();

        assertThat(LarkCards.isMarkdown(LarkCards.read(call.content()))).isFalse();
        assertThat(LarkParts.text(call)).isEqualTo("**not** bold <at id=all></at>");
    }

    @ParameterizedTest
    @CsvSource({"'{}'", "'{\"chat_id\":7.5}'", "'{\"chat_id\":\"a/b\"}'"})
    void aTargetWithoutAChatCannotBeAddressed(String target) throws Exception {
        assertThat(LarkRenderer.render(LarkParts.part(
                        (ObjectNode) dev.agenthost.protocol.json.ProtocolCodec.mapper()
                                .readTree(target),
                        OutboundKind.MESSAGE,
                        "x",
                        List.of(),
                        List.of())))
                .isInstanceOf(LarkRendering.NotSendable.class);
    }

    @Test
    void aBlankPartHasNoCall() {
        assertThat(LarkParts.calls(LarkParts.person(), " ")).isEmpty();
    }

    /** Equal parts have equal keys; another place, part or content has another one. */
    @Test
    void theKeyFollowsFromPartPlaceAndContent() {
        List<LarkCall> calls = LarkParts.calls(LarkParts.person(), ("same ".repeat(5000) + "\n\n").repeat(2));
        LarkCall first = calls.getFirst();

        assertThat(key(first, "r/1"))
                .hasSize(36)
                .isEqualTo(key(
                        LarkParts.calls(LarkParts.person(), ("same ".repeat(5000) + "\n\n").repeat(2))
                                .getFirst(),
                        "r/1"))
                .isNotEqualTo(key(first, "r/2"))
                .isNotEqualTo(key(calls.get(1), "r/1"))
                .isNotEqualTo(key(first.withContent("other"), "r/1"));
        assertThat(first.content()).isEqualTo(calls.get(1).content());
    }

    @Test
    void aQuestionIsACardWithButtons() {
        ObjectNode payload = question();
        payload.putArray("actions")
                .addObject()
                .put("id", "yes")
                .put("label", "Yes")
                .put("style", "primary");
        LarkCall call = asked(payload, "t0ken").getFirst();

        JsonNode elements = LarkCards.elements(LarkCards.read(call.content()));
        assertThat(LarkParts.text(call)).isEqualTo("**Deploy &#60;it&#62;?**");
        assertThat(elements.get(1).toString())
                .isEqualTo(
                        "{\"tag\":\"button\",\"text\":{\"tag\":\"plain_text\",\"content\":\"Yes\"},\"type\":\"primary\","
                                + "\"behaviors\":[{\"type\":\"callback\",\"value\":{\"agenthost\":\"q.AAAAAAAAAAAAAAAAAAAAAQ.0.t0ken\"}}]}");
    }

    @Test
    void aQuestionWithFieldsOrWithoutATokenIsItsFallback() {
        ObjectNode payload = question();
        payload.putArray("actions").addObject().put("id", "yes").put("label", "Yes");

        assertThat(LarkParts.text(asked(payload, "").getFirst())).isEqualTo("Reply yes.");
    }

    @Test
    void anEditReplacesTheCardAndTheRestFollows() {
        List<LarkCall> calls = acted(
                "message.edit",
                JsonNodeFactory.instance.objectNode().put("text", ("word ".repeat(3000) + "\n\n").repeat(2)));

        assertThat(calls)
                .extracting(LarkCall::method, LarkCall::path)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("PATCH", "/open-apis/im/v1/messages/om_9"),
                        org.assertj.core.groups.Tuple.tuple("POST", CREATE));
        assertThat(calls.getFirst().place()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            value = {"👍,THUMBSUP", "❤️,HEART", "SMILE,SMILE", "🦄,-", "'',-"},
            nullValues = "-")
    void aReactionHasTheNameOfThePlatform(String emoji, @Nullable String name) {
        List<LarkCall> calls =
                acted("reaction.add", JsonNodeFactory.instance.objectNode().put("emoji", emoji));

        assertThat(calls)
                .extracting(call -> call.body().at("/reaction_type/emoji_type").asText())
                .isEqualTo(name == null ? List.of() : List.of(name));
    }

    @ParameterizedTest
    @CsvSource({
        "image/png,100,IMAGE,image",
        "image/png,10000001,STREAM,file",
        "audio/ogg,100,AUDIO,audio",
        "video/mp4,100,VIDEO,media",
        "application/pdf,100,PDF,file",
        "text/plain,100,STREAM,file"
    })
    void aFileIsTheMessageOfItsType(String type, long size, LarkUpload.Type expected, String message) {
        LarkCall call = LarkParts.calls(
                        LarkParts.group(), OutboundKind.MESSAGE, "", List.of(LarkParts.artifact(type, size)), List.of())
                .getFirst();

        assertThat(call.file()).isEqualTo(new LarkUpload(expected, LarkParts.artifact(type, size)));
        assertThat(call.body().path("msg_type").asText()).isEqualTo(message);
    }

    @Test
    void aFileThatIsTooLargeIsNamed() {
        LarkCall call = LarkParts.calls(
                        LarkParts.person(),
                        OutboundKind.MESSAGE,
                        "",
                        List.of(LarkParts.artifact("text/plain", 31_000_000)),
                        List.of())
                .getFirst();

        assertThat(LarkParts.text(call))
                .isEqualTo("The file chart.bin has 31 MB. Lark accepts files of at most 30 MB.");
    }

    private static ObjectNode question() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("interaction_id", "i1")
                .put("kind", "confirmation")
                .put("title", "Deploy <it>?")
                .put("fallback_text", "Reply yes.");
    }

    private static List<LarkCall> asked(ObjectNode payload, String token) {
        return LarkParts.calls(
                LarkParts.person(),
                OutboundKind.MESSAGE,
                "",
                List.of(),
                List.of(new OutboundAction(
                        InteractionRequest.ACTION,
                        JsonNodeFactory.instance.objectNode().put("token", token),
                        payload)));
    }

    private static List<LarkCall> acted(String action, ObjectNode payload) {
        return LarkParts.calls(
                LarkParts.person(),
                OutboundKind.MESSAGE,
                "",
                List.of(),
                List.of(new OutboundAction(
                        action, JsonNodeFactory.instance.objectNode().put("message_id", "om_9"), payload)));
    }

    private static String key(LarkCall call, String part) {
        return call.keyed(part).body().path("uuid").asText();
    }
}
