package dev.agenthost.im.slack.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlackRendererTest {
    private static final String QUESTION = """
            {"interaction_id":"i1","kind":"confirmation","title":"Delete <it>?","description":"All of *it*.",
             "fallback_text":"Reply yes or no.",
             "actions":[{"id":"yes","label":"Yes","style":"danger"},{"id":"no","label":"%s"}]}""";

    @Test
    void aMessageIsRichText() {
        SlackCall call = SlackParts.calls(SlackParts.DIRECT, "**Hi** [you](https://a.b/c)\n\n```sh\nls\n```\n\n> said")
                .getFirst();

        assertThat(call.method()).isEqualTo("chat.postMessage");
        assertThat(SlackParts.body(call).toString())
                .isEqualTo("{\"channel\":\"D1\",\"unfurl_links\":false,\"unfurl_media\":false,"
                        + "\"text\":\"Hi you\\n\\nls\\n\\nsaid\",\"blocks\":[{\"type\":\"rich_text\",\"elements\":["
                        + "{\"type\":\"rich_text_section\",\"elements\":["
                        + "{\"type\":\"text\",\"text\":\"Hi\",\"style\":{\"bold\":true}},{\"type\":\"text\",\"text\":\" \"},"
                        + "{\"type\":\"link\",\"url\":\"https://a.b/c\",\"text\":\"you\"}]},"
                        + "{\"type\":\"rich_text_preformatted\",\"elements\":[{\"type\":\"text\",\"text\":\"ls\"}]},"
                        + "{\"type\":\"rich_text_quote\",\"elements\":[{\"type\":\"text\",\"text\":\"said\"}]}]}],"
                        + "\"metadata\":{\"event_type\":\"agenthost_message\",\"event_payload\":{\"key\":\""
                        + call.key("r/1") + "\"}}}");
    }

    /** A direct message is answered beside it; a message in a channel in its thread. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"channel\":\"D1\",\"channel_type\":\"im\",\"ts\":\"1.1\"}|",
                "{\"channel\":\"D1\",\"channel_type\":\"im\",\"ts\":\"1.1\",\"thread_ts\":\"1.0\"}|1.0",
                "{\"channel\":\"C1\",\"channel_type\":\"channel\",\"ts\":\"1.1\"}|1.1",
                "{\"channel\":\"C1\",\"channel_type\":\"group\",\"ts\":\"1.1\",\"thread_ts\":\"1.0\"}|1.0",
                "{\"channel\":\"C1\",\"ts\":\"1;1\"}|",
                "{\"channel\":\"C1\"}|"
            })
    void theThreadIsThatOfTheQuestion(String target, String thread) {
        assertThat(SlackParts.calls(target, "x")).extracting(SlackCall::thread).containsExactly(thread);
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        SlackCall call = SlackParts.calls(SlackParts.part(
                        SlackParts.CHANNEL, OutboundKind.FAILURE, "try *again* <!here>", List.of(), List.of()))
                .getFirst();

        assertThat(SlackParts.shown(SlackParts.body(call))).isEqualTo("try *again* <!here>");
        assertThat(SlackParts.body(call).path("text").asText()).isEqualTo("try *again* &lt;!here&gt;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"channel\":7.5}", "{\"channel\":\"a/b\"}", "[]"})
    void aTargetWithoutAChannelIsNotSendable(String target) {
        assertThat(SlackRenderer.render(SlackParts.part(target, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .isInstanceOf(SlackRendering.NotSendable.class);
    }

    @Test
    void aBlankPartHasNoCall() {
        assertThat(SlackParts.calls(SlackParts.DIRECT, " \n")).isEmpty();
    }

    @Test
    void theKeyFollowsFromPartAndPlace() {
        List<SlackCall> calls = SlackParts.calls(SlackParts.DIRECT, "word ".repeat(1000));
        SlackCall first = calls.getFirst();

        assertThat(calls).hasSize(2);
        assertThat(first.key("r/1"))
                .isEqualTo(first.withoutThread().key("r/1"))
                .isNotEqualTo(first.key("r/2"))
                .isNotEqualTo(calls.getLast().key("r/1"));
    }

    @Test
    void aQuestionHasButtons() {
        JsonNode blocks =
                SlackParts.body(question(QUESTION.formatted("No")).getFirst()).path("blocks");

        assertThat(blocks.at("/0/elements/0/elements/0/text").asText()).isEqualTo("Delete <it>?");
        assertThat(SlackParts.shown(
                        SlackParts.body(question(QUESTION.formatted("No")).getFirst())))
                .startsWith("Delete <it>?\nAll of *it*.");
        assertThat(blocks.at("/1/elements/0").toString())
                .isEqualTo(
                        "{\"type\":\"button\",\"action_id\":\"agenthost:0\",\"value\":\""
                                + new ButtonKey(SlackParts.RUN, 0, "t1").text().orElseThrow()
                                + "\",\"text\":{\"type\":\"plain_text\",\"emoji\":false,\"text\":\"Yes\"},\"style\":\"danger\"}");
        assertThat(blocks.at("/1/elements/1").has("style")).isFalse();
    }

    @Test
    void aLongLabelIsCutBetweenCodePoints() {
        JsonNode blocks = SlackParts.body(
                        question(QUESTION.formatted("a" + "😀".repeat(60))).getFirst())
                .path("blocks");

        assertThat(blocks.at("/1/elements/1/text/text").asText())
                .isEqualTo("a" + "😀".repeat(36) + "…")
                .hasSizeLessThanOrEqualTo(75);
    }

    @Test
    void theActionsOfAQuestionWithFieldsOpenItsForm() {
        String question = """
                {"interaction_id":"i1","kind":"form","title":"Size?","fallback_text":"Reply with a size.",
                 "fields":[{"id":"size","label":"Size","type":"text"}],
                 "actions":[{"id":"ok","label":"OK"},{"id":"no","label":"Cancel it","style":"danger"}]}""";
        JsonNode body = SlackParts.body(question(question).getFirst());

        assertThat(SlackParts.shown(body).strip()).isEqualTo("Size?");
        assertThat(body.at("/blocks/1/elements"))
                .extracting(button -> button.path("action_id").asText() + " "
                        + button.at("/text/text").asText())
                .containsExactly("agenthost:form:0 OK", "agenthost:form:1 Cancel it");
        assertThat(body.at("/blocks/1/elements/1/value").asText())
                .isEqualTo(new ButtonKey(SlackParts.RUN, 1, "t1").text().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"Size?,Answer", "多大？,回答"})
    void aFormWithoutActionsHasOneButton(String title, String label) {
        JsonNode body = SlackParts.body(question("{\"interaction_id\":\"i1\",\"title\":\"" + title
                        + "\",\"fallback_text\":\"f\",\"fields\":[{\"id\":\"s\",\"label\":\"S\",\"type\":\"text\"}]}")
                .getFirst());

        assertThat(body.at("/blocks/1/elements"))
                .extracting(button -> button.path("action_id").asText() + " "
                        + button.at("/text/text").asText())
                .containsExactly("agenthost:form:0 " + label);
    }

    @Test
    void aQuestionWhoseFormDoesNotFitIsItsFallbackText() {
        String question = """
                {"interaction_id":"i1","kind":"form","title":"Photo?","fallback_text":"Send a photo.",
                 "fields":[{"id":"photo","label":"Photo","type":"file","required":true}],"actions":[{"id":"ok","label":"OK"}]}""";
        JsonNode body = SlackParts.body(question(question).getFirst());

        assertThat(SlackParts.shown(body)).isEqualTo("Send a photo.");
        assertThat(body.path("blocks")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reaction.add|1.2|👍|reactions.add {\"channel\":\"C1\",\"timestamp\":\"1.2\",\"name\":\"thumbsup\"}",
                "reaction.add|1.2|❤️|reactions.add {\"channel\":\"C1\",\"timestamp\":\"1.2\",\"name\":\"heart\"}",
                "reaction.add|1.2|:party_parrot:|reactions.add {\"channel\":\"C1\",\"timestamp\":\"1.2\",\"name\":\"party_parrot\"}",
                "reaction.add|1.2|wave::skin-tone-3|reactions.add {\"channel\":\"C1\",\"timestamp\":\"1.2\",\"name\":\"wave::skin-tone-3\"}",
                "reaction.remove|1.2|x|reactions.remove {\"channel\":\"C1\",\"timestamp\":\"1.2\",\"name\":\"x\"}",
                "reaction.add|1.2|🦄|",
                "reaction.remove|1.2||",
                "reaction.add|om_1|👍|",
                "message.pin|1.2|👍|"
            })
    void aReactionIsNamed(String action, String ts, String emoji, String expected) {
        List<SlackCall> calls = actions(
                action, "{\"message_id\":\"" + ts + "\"}", "{\"emoji\":\"" + (emoji == null ? "" : emoji) + "\"}");

        assertThat(calls.stream().map(call -> call.method() + " " + SlackParts.body(call)))
                .containsExactlyElementsOf(expected == null ? List.of() : List.of(expected));
    }

    @Test
    void anEditReplacesTheTextAndItsRestFollows() {
        List<SlackCall> calls =
                actions("message.edit", "{\"message_id\":\"1.2\"}", "{\"text\":\"" + "word ".repeat(1000) + "\"}");

        assertThat(calls).extracting(SlackCall::method).containsExactly("chat.update", "chat.postMessage");
        assertThat(SlackParts.body(calls.getFirst()).path("ts").asText()).isEqualTo("1.2");
        assertThat(SlackParts.body(calls.getFirst()).has("metadata")).isFalse();
        assertThat(calls.getLast().thread()).isEqualTo("1.1");
    }

    @Test
    void aFileFollowsTheText() {
        OutboundArtifact file = new OutboundArtifact("a1", "file", "image/png", "x.png", 10L, null, null);
        List<SlackCall> calls = SlackParts.calls(
                SlackParts.part(SlackParts.CHANNEL, OutboundKind.MESSAGE, "Here.", List.of(file), List.of()));

        assertThat(calls)
                .extracting(SlackCall::method)
                .containsExactly("chat.postMessage", "files.completeUploadExternal");
        assertThat(SlackParts.body(calls.getLast()).toString())
                .isEqualTo("{\"channel_id\":\"C1\",\"thread_ts\":\"1.1\"}");
    }

    private static List<SlackCall> question(String payload) {
        return actions("interaction.requested", "{\"token\":\"t1\"}", payload);
    }

    private static List<SlackCall> actions(String action, String target, String payload) {
        return SlackParts.calls(SlackParts.part(
                SlackParts.CHANNEL,
                OutboundKind.MESSAGE,
                "",
                List.of(),
                List.of(new OutboundAction(action, SlackParts.json(target), SlackParts.json(payload)))));
    }
}
