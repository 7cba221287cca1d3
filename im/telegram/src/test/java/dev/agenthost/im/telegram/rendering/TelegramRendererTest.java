package dev.agenthost.im.telegram.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramRendererTest {
    private static final RunId RUN = new RunId(new UUID(1, 2));
    private static final String PRIVATE = "{\"chat_id\":7,\"chat_type\":\"private\",\"message_id\":41}";
    private static final String GROUP =
            "{\"chat_id\":-77,\"chat_type\":\"supergroup\",\"message_id\":41,\"message_thread_id\":3}";
    private static final String CONFIRMATION = """
            {"interaction_id":"i1","kind":"confirmation","title":"Delete it?","description":"All of *it*.","fallback_text":"Reply yes or no.",
             "actions":[{"id":"yes","label":"Yes","style":"danger"},{"id":"no","label":"No"}]}""";

    @Test
    void aMessageIsMarkdown() {
        assertThat(calls(message("**Hi** you", PRIVATE)))
                .containsExactly(
                        "sendMessage {\"chat_id\":7,\"text\":\"Hi you\",\"entities\":[{\"type\":\"bold\",\"offset\":0,\"length\":2}],\"link_preview_options\":{\"is_disabled\":true}}");
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        assertThat(calls(reply(OutboundKind.FAILURE, "try *again*", PRIVATE, List.of(), List.of())))
                .containsExactly(
                        "sendMessage {\"chat_id\":7,\"text\":\"try *again*\",\"link_preview_options\":{\"is_disabled\":true}}");
    }

    @Test
    void inAGroupTheFirstMessageRepliesInTheThread() throws UndecodableException {
        List<String> calls = calls(message("x".repeat(4000) + "\n\n" + "y".repeat(4000), GROUP));

        JsonNode first = ProtocolCodec.readTree(calls.getFirst().split(" ", 2)[1]);
        assertThat(calls).hasSize(2);
        assertThat(first.path("message_thread_id").asInt()).isEqualTo(3);
        assertThat(first.path("reply_parameters").toString())
                .isEqualTo("{\"message_id\":41,\"allow_sending_without_reply\":true}");
        assertThat(calls.getLast()).contains("\"message_thread_id\":3").doesNotContain("reply_parameters");
    }

    @Test
    void aBlankMessageHasNoCall() {
        assertThat(calls(message(" \n", PRIVATE))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"chat_id\":\"7\"}", "{\"chat_id\":7.5}", "[]"})
    void aTargetWithoutAChatIsNotSendable(String target) {
        assertThat(TelegramRenderer.render(message("hi", target)))
                .isEqualTo(new RenderedReply.NotSendable("`reply_target.chat_id` must be an integer."));
    }

    @Test
    void aMissingTargetIsNotSendable() {
        assertThat(TelegramRenderer.render(message("hi", null))).isInstanceOf(RenderedReply.NotSendable.class);
    }

    @ParameterizedTest
    @CsvSource({
        "image/png, 1000, sendPhoto, photo",
        "image/png, 10000001, sendDocument, document",
        "image/svg+xml, 1000, sendDocument, document",
        "image/gif, 1000, sendAnimation, animation",
        "video/mp4, 1000, sendVideo, video",
        "audio/mpeg, 1000, sendAudio, audio",
        "audio/ogg, 1000, sendVoice, voice",
        "application/pdf, 50000000, sendDocument, document",
        "image/jpeg, , sendDocument, document",
        "video/mp4, , sendDocument, document",
        ", 5, sendDocument, document",
    })
    void aFileHasTheMethodOfItsKind(@Nullable String mimeType, @Nullable Long size, String method, String parameter) {
        OutboundArtifact artifact = artifact(mimeType, size);

        List<BotApiCall> calls = rendered(reply(OutboundKind.MESSAGE, "", PRIVATE, List.of(artifact), List.of()));

        assertThat(calls).hasSize(1);
        assertThat(calls.getFirst().method()).isEqualTo(method);
        assertThat(calls.getFirst().upload()).isEqualTo(new BotApiCall.FileUpload(parameter, artifact));
    }

    @Test
    void aFileThatIsTooLargeIsNamed() {
        assertThat(calls(reply(
                        OutboundKind.MESSAGE,
                        "",
                        PRIVATE,
                        List.of(artifact("application/zip", 51_000_000L)),
                        List.of())))
                .containsExactly(
                        "sendMessage {\"chat_id\":7,\"text\":\"The file f.bin has 51 MB. Telegram accepts files of at most 50 MB.\",\"link_preview_options\":{\"is_disabled\":true}}");
    }

    @Test
    void aQuestionHasButtons() throws UndecodableException {
        OutboundAction question = question(CONFIRMATION, "{\"token\":\"t0\"}");

        List<BotApiCall> calls = rendered(reply(OutboundKind.MESSAGE, "", PRIVATE, List.of(), List.of(question)));

        JsonNode parameters = calls.getFirst().parameters();
        JsonNode rows = parameters.at("/reply_markup/inline_keyboard");
        assertThat(calls).hasSize(1);
        assertThat(parameters.path("text").asText()).isEqualTo("Delete it?\n\nAll of *it*.");
        assertThat(rows).hasSize(2);
        assertThat(rows.at("/0/0/text").asText()).isEqualTo("Yes");
        assertThat(rows.at("/0/0/style").asText()).isEqualTo("danger");
        assertThat(rows.at("/1/0/style").isMissingNode()).isTrue();
        assertThat(ButtonKey.read(rows.at("/1/0/callback_data").asText())).contains(new ButtonKey(RUN, 1, "t0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"token\":\"0123456789012345678901234567890123456789\"}"})
    void aQuestionWithoutKeysIsItsFallbackText(String target) throws UndecodableException {
        OutboundAction question = question(CONFIRMATION, target);

        assertThat(calls(reply(OutboundKind.MESSAGE, "", PRIVATE, List.of(), List.of(question))))
                .containsExactly(
                        "sendMessage {\"chat_id\":7,\"text\":\"Reply yes or no.\",\"link_preview_options\":{\"is_disabled\":true}}");
    }

    @Test
    void aQuestionWithFieldsIsItsFallbackText() throws UndecodableException {
        OutboundAction question = question("""
                {"interaction_id":"i1","kind":"form","title":"Address","fallback_text":"Where do you live?",
                 "fields":[{"id":"street","type":"text","label":"Street"}],"actions":[{"id":"ok","label":"OK"}]}""", "{\"token\":\"t0\"}");

        assertThat(calls(reply(OutboundKind.MESSAGE, "", PRIVATE, List.of(), List.of(question))))
                .singleElement()
                .asString()
                .contains("Where do you live?")
                .doesNotContain("reply_markup");
    }

    @Test
    void otherActionsAreNotExecuted() throws UndecodableException {
        OutboundAction edit = new OutboundAction("message.edit", null, ProtocolCodec.readTree("{\"text\":\"x\"}"));

        assertThat(calls(reply(OutboundKind.MESSAGE, "hi", PRIVATE, List.of(), List.of(edit))))
                .hasSize(1);
    }

    private static OutboundAction question(String payload, String target) throws UndecodableException {
        return new OutboundAction(
                "interaction.requested", ProtocolCodec.readTree(target), ProtocolCodec.readTree(payload));
    }

    private static OutboundArtifact artifact(@Nullable String mimeType, @Nullable Long size) {
        return new OutboundArtifact("a1", "file", mimeType, "f.bin", size, null, null);
    }

    private static OutboundReply message(String text, @Nullable String target) {
        return reply(OutboundKind.MESSAGE, text, target, List.of(), List.of());
    }

    private static OutboundReply reply(
            OutboundKind kind,
            String text,
            @Nullable String target,
            List<OutboundArtifact> artifacts,
            List<OutboundAction> actions) {
        try {
            return new OutboundReply(
                    RUN,
                    1,
                    kind,
                    new EventId(new UUID(3, 4)),
                    "demo",
                    "support",
                    "7",
                    null,
                    target == null ? null : ProtocolCodec.readTree(target),
                    text,
                    null,
                    artifacts,
                    actions);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static List<BotApiCall> rendered(OutboundReply reply) {
        RenderedReply rendered = TelegramRenderer.render(reply);
        assertThat(rendered).isInstanceOf(RenderedReply.Calls.class);
        return ((RenderedReply.Calls) rendered).calls();
    }

    private static List<String> calls(OutboundReply reply) {
        return rendered(reply).stream()
                .map(call -> call.method() + " " + call.parameters())
                .toList();
    }
}
