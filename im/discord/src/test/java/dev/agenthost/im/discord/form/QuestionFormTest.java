package dev.agenthost.im.discord.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.im.discord.inbound.DiscordIdentity;
import dev.agenthost.im.discord.inbound.DiscordInbound;
import dev.agenthost.im.discord.inbound.DiscordMapping;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.testkit.discord.ScriptedDiscordModal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A form is rendered, filled in by a person, and read. */
class QuestionFormTest {
    private static final ButtonKey KEY = new ButtonKey(new RunId(new UUID(1, 2)), 1, "t1");

    private static final String TEXTS = """
            {"id":"name","label":"Name","type":"text","required":true,"placeholder":"Ada"},
            {"id":"a:b","label":"Note","type":"textarea","default":"urgent"},
            {"id":"count","label":"Count","type":"number","required":true,"default":2},
            {"id":"gift","label":"Gift","type":"boolean","required":true},
            {"id":"photo","label":"Photo","type":"file"}""";

    private static final String CHOICES = """
            {"id":"size","label":"Size","type":"select","required":true,
             "options":[{"value":"s","label":"Small","description":"For one"},{"value":"l & xl","label":"Large"}]},
            {"id":"color","label":"Color","type":"select","default":"red",
             "options":[{"value":"red","label":"Red"},{"value":"blue","label":"Blue"}]},
            {"id":"extras","label":"Extras","type":"multiselect","default":["bow"],
             "options":[{"value":"bow","label":"Bow"},{"value":"card","label":"Card"},{"value":"box","label":"Box"}]},
            {"id":"quiet","label":"Quiet","type":"boolean","default":true}""";

    @Test
    void textsAndNumbersAreRead() {
        ObjectNode modal = shown(question("Order?", TEXTS));

        assertThat(modal.path("title").asText()).isEqualTo("Order?");
        assertThat(modal.at("/components/0/content").asText()).isEqualTo("What you need.");
        assertThat(modal.at("/components/1/description").asText()).isEqualTo("Ada");
        assertThat(modal.at("/components/2/component/style").asInt())
                .as("several lines")
                .isEqualTo(2);
        FormValues submission =
                submitted(modal, Map.of("name", "Ada", "a:b", "two\nlines", "count", "-2.5", "gift", List.of("true")));
        assertThat(submission.key()).isEqualTo(KEY);
        assertThat(submission.values())
                .hasToString("{\"name\":\"Ada\",\"a:b\":\"two\\nlines\",\"count\":-2.5,\"gift\":true}");
        assertThat(submission.noNumbers()).isEmpty();
    }

    @Test
    void defaultsAreSubmittedAndEmptyFieldsAreAbsent() {
        assertThat(submitted(shown(question("Order?", TEXTS)), Map.of()).values())
                .hasToString("{\"a:b\":\"urgent\",\"count\":2,\"gift\":false}");
        assertThat(submitted(shown(question("Order?", CHOICES)), Map.of()).values())
                .hasToString("{\"color\":\"red\",\"extras\":[\"bow\"],\"quiet\":true}");
    }

    @Test
    void choicesAreRead() {
        ObjectNode modal = shown(question("Order?", CHOICES));

        assertThat(modal.at("/components/1/component/options/0/description").asText())
                .isEqualTo("For one");
        assertThat(submitted(
                                modal,
                                Map.of(
                                        "size", List.of("l & xl"),
                                        "color", List.of(),
                                        "extras", List.of("card", "box"),
                                        "quiet", List.of("false")))
                        .values())
                .hasToString("{\"size\":\"l & xl\",\"extras\":[\"card\",\"box\"],\"quiet\":false}");
    }

    @ParameterizedTest
    @CsvSource({"2,2", "-10,-10", ".5,0.5", "' 3 ',3"})
    void aNumberIsRead(String typed, String value) {
        assertThat(submitted(shown(number()), Map.of("count", typed)).values())
                .hasToString("{\"count\":" + value + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two", "1e9", "1,5"})
    void anotherTextIsNoNumber(String typed) {
        FormValues submission = submitted(shown(number()), Map.of("count", typed));

        assertThat(submission.values()).isEmpty();
        assertThat(submission.noNumbers()).containsExactly("count");
    }

    @Test
    void longTextsAreShortened() {
        ObjectNode modal = shown(question("t".repeat(200), """
                {"id":"%s","label":"%s","type":"select","placeholder":"%s","options":[
                 {"value":"%s","label":"%s","description":"%s"}]}""".formatted(
                "i".repeat(98), "l".repeat(512), "p".repeat(1000), "v".repeat(100), "c".repeat(512), "d".repeat(512))));

        assertThat(modal.at("/components/1/description").asText())
                .as("the label goes on")
                .startsWith("lll");
    }

    @Test
    void aFormThatDoesNotFitIsNone() {
        assertThat(QuestionForm.fits(question("?", fields(5)))).isTrue();
        assertThat(QuestionForm.fits(question("?", fields(6)))).isFalse();
        assertThat(QuestionForm.fits(question("?", options(25)))).isTrue();
        assertThat(QuestionForm.fits(question("?", options(26)))).isFalse();
        for (String field : List.of(
                "{\"id\":\"f\",\"label\":\"F\",\"type\":\"file\",\"required\":true}",
                "{\"id\":\"f\",\"label\":\"F\",\"type\":\"file\"}",
                "{\"id\":\"" + "i".repeat(99) + "\",\"label\":\"F\",\"type\":\"text\"}")) {
            assertThat(QuestionForm.fits(question("?", field))).as(field).isFalse();
        }
    }

    @Test
    void aFormOfAnotherProgramIsNone() {
        assertThat(FormValues.read(object(JsonNodeFactory.instance.objectNode().put("custom_id", "agenthost:form:x"))))
                .isEmpty();
        assertThat(FormValues.read(object(JsonNodeFactory.instance.objectNode().put("custom_id", "other"))))
                .isEmpty();
    }

    @Test
    void thePressAndTheSubmissionAreMappedToTheQuestion() {
        String id = QuestionForm.ID_PREFIX + KEY.text().orElseThrow();
        ObjectNode press = interaction(3);
        press.putObject("data").put("custom_id", id);
        ObjectNode submission = interaction(5);
        submission.set("data", ScriptedDiscordModal.submit(shown(number()), Map.of("count", "7")));

        assertThat(map(press))
                .isInstanceOfSatisfying(DiscordMapping.FormPress.class, pressed -> assertThat(pressed.key())
                        .isEqualTo(KEY));
        assertThat(map(submission)).isInstanceOfSatisfying(DiscordMapping.SubmittedForm.class, form -> {
            assertThat(form.actorId()).isEqualTo("5");
            assertThat(form.form().values()).hasToString("{\"count\":7}");
        });
    }

    private static DiscordMapping map(ObjectNode interaction) {
        return DiscordInbound.interaction(interaction, new DiscordIdentity("support", "800", "900", null));
    }

    private static ObjectNode interaction(int type) {
        ObjectNode interaction = JsonNodeFactory.instance.objectNode();
        interaction
                .put("id", "1")
                .put("application_id", "800")
                .put("token", "t")
                .put("type", type);
        interaction.putObject("user").put("id", "5").put("username", "ada");
        return interaction;
    }

    private static ObjectNode shown(InteractionRequest question) {
        ObjectNode modal = QuestionForm.render(question, KEY).orElseThrow();
        ScriptedDiscordModal.check(modal);
        return modal;
    }

    private static FormValues submitted(ObjectNode modal, Map<String, ?> typed) {
        return FormValues.read(object(ScriptedDiscordModal.submit(modal, typed)))
                .orElseThrow();
    }

    private static PlatformObject object(JsonNode node) {
        return Objects.requireNonNull(PlatformObject.of(node));
    }

    private static InteractionRequest number() {
        return question("How many?", "{\"id\":\"count\",\"label\":\"Count\",\"type\":\"number\"}");
    }

    private static String fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":\"f" + i + "\",\"label\":\"F\",\"type\":\"text\"}")
                .collect(Collectors.joining(","));
    }

    private static String options(int count) {
        return "{\"id\":\"s\",\"label\":\"S\",\"type\":\"select\",\"options\":["
                + IntStream.range(0, count)
                        .mapToObj(i -> "{\"value\":\"v" + i + "\",\"label\":\"L\"}")
                        .collect(Collectors.joining(","))
                + "]}";
    }

    private static InteractionRequest question(String title, String fields) {
        String json = "{\"interaction_id\":\"i1\",\"title\":\"" + title
                + "\",\"description\":\"What you need.\",\"fallback_text\":\"f\",\"fields\":[" + fields + "]}";
        try {
            return InteractionRequest.read(ProtocolCodec.readTree(json));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e.field() + " " + e.why(), e);
        }
    }
}
