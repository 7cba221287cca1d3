package dev.agenthost.im.slack.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.testkit.slack.ScriptedSlackViews;
import dev.agenthost.testkit.slack.SlackModal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of a question as a modal, and its submission back, against the rules of the scripted platform. */
class QuestionModalTest {
    private final ScriptedSlackViews views = new ScriptedSlackViews();

    @Test
    void eachTypeOfFieldHasItsInput() {
        SlackModal modal = shown(Forms.ORDER);

        assertThat(modal.inputs())
                .extracting(input -> input.at("/element/type").asText())
                .containsExactly(
                        "plain_text_input",
                        "plain_text_input",
                        "number_input",
                        "checkboxes",
                        "checkboxes",
                        "static_select",
                        "static_select",
                        "multi_static_select");
        assertThat(modal.inputs())
                .extracting(input -> input.at("/label/text").asText())
                .containsExactly("Name", "Note", "Count", "Gift", "Quiet", "Size", "Color", "Extras");
        assertThat(modal.inputs().stream()
                        .filter(input -> !input.path("optional").asBoolean())
                        .map(input -> input.path("block_id").asText()))
                .as("an empty box is an answer")
                .containsExactly("name", "count", "size");
        assertThat(modal.inputs().get(1).at("/element/multiline").asBoolean()).isTrue();
        assertThat(modal.inputs().get(2).at("/element/is_decimal_allowed").asBoolean())
                .isTrue();
        assertThat(modal.inputs()
                        .get(5)
                        .at("/element/options/0/description/text")
                        .asText())
                .isEqualTo("For one");
        assertThat(modal.inputs().get(0).at("/element/placeholder/text").asText())
                .isEqualTo("Ada");
        assertThat(modal.inputs().get(3).at("/hint/text").asText())
                .as("a box has no placeholder")
                .isEqualTo("With paper");
    }

    @Test
    void aSubmissionHasTheTypedValues() {
        ModalSubmission submission = submitted(
                shown(Forms.ORDER),
                Map.of(
                        "name", "Ada & <co>",
                        "a%3C%26%3E%25b", "two\nlines",
                        "count", "-2.5",
                        "gift", true,
                        "quiet", List.of(),
                        "size", "l %26 xl",
                        "color", "blue",
                        "extras", List.of("card", "box")));

        assertThat(submission.key()).isEqualTo(Forms.KEY);
        assertThat(submission.values())
                .hasToString("{\"name\":\"Ada & <co>\",\"a<&>%b\":\"two\\nlines\",\"count\":-2.5,\"gift\":true,"
                        + "\"quiet\":false,\"size\":\"l & xl\",\"color\":\"blue\",\"extras\":[\"card\",\"box\"]}");
        assertThat(submission.noNumbers()).isEmpty();
        assertThat(submission.isChinese()).isFalse();
        assertThat(submission.fieldIds())
                .containsExactly("name", "a<&>%b", "count", "gift", "quiet", "size", "color", "extras");
    }

    @Test
    void defaultsAreSubmittedAndEmptyFieldsAreAbsent() {
        assertThat(submitted(shown(Forms.ORDER), Map.of("name", "Ada", "size", "s"))
                        .values())
                .hasToString("{\"name\":\"Ada\",\"a<&>%b\":\"urgent\",\"count\":2,\"gift\":false,\"quiet\":true,"
                        + "\"size\":\"s\",\"color\":\"red\",\"extras\":[\"bow\"]}");
        InteractionRequest optional = Forms.with("Order?", """
                {"id":"n","label":"N","type":"text"},{"id":"c","label":"C","type":"number"},
                {"id":"s","label":"S","type":"select","options":[{"value":"x","label":"X"}]},
                {"id":"m","label":"M","type":"multiselect","options":[{"value":"x","label":"X"}]}""");
        assertThat(submitted(shown(optional), Map.of()).values()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2,2", "-10,-10", "0.25,0.25", ".5,0.5", "+7,7", "' 3 ',3", "5.0,5.0", "007,7"})
    void aNumberIsRead(String typed, String value) {
        assertThat(submitted(shown(number()), Map.of("count", typed)).values())
                .hasToString("{\"count\":" + value + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two", "1e9", "1,5", "--1", "1.", "1234567890123456789", "٣", "NaN"})
    void anotherTextIsNoNumber(String typed) {
        ModalSubmission submission = submitted(shown(number()), Map.of("count", typed));

        assertThat(submission.values()).isEmpty();
        assertThat(submission.noNumbers()).containsExactly("count");
    }

    @Test
    void theModalHasTheWordsOfTheQuestionAndItsButton() {
        SlackModal modal = shown(Forms.ORDER);
        assertThat(modal.view().at("/title/text").asText()).isEqualTo("Order?");
        assertThat(modal.view().at("/submit/text").asText()).isEqualTo("Order now");
        assertThat(modal.view().at("/close/text").asText()).isEqualTo("Cancel");
        assertThat(modal.text()).isEqualTo("What you need.");

        SlackModal chinese = shown(Forms.with("您想订购什么？请填写以下内容，我们会尽快与您联系。", number("数量")));
        assertThat(chinese.view().at("/title/text").asText()).hasSize(24).endsWith("…");
        assertThat(chinese.view().at("/submit/text").asText()).isEqualTo("提交");
        assertThat(chinese.text()).as("the whole title").isEqualTo("您想订购什么？请填写以下内容，我们会尽快与您联系。");
        assertThat(submitted(chinese, Map.of("count", "1")).isChinese()).isTrue();
        InteractionRequest labels = Forms.with("OK?", number("数量"));
        assertThat(shown(labels).view().at("/close/text").asText()).isEqualTo("取消");
    }

    @Test
    void aQuestionOfTheLargestTextsFits() {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            fields.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"")
                    .append("i".repeat(120))
                    .append(i)
                    .append("\",\"label\":\"")
                    .append("l".repeat(512))
                    .append("\",\"type\":\"text\",\"placeholder\":\"")
                    .append("p".repeat(1000))
                    .append("\"}");
        }
        InteractionRequest large = Forms.read("{\"interaction_id\":\"i\",\"title\":\"" + "t".repeat(1000)
                + "\",\"description\":\"" + "d ".repeat(5000) + "\",\"fallback_text\":\"f\",\"fields\":[" + fields
                + "]}");

        assertThat(QuestionModal.fits(large)).isTrue();
        SlackModal modal = shown(large);
        assertThat(modal.inputs()).hasSize(50);
        assertThat(modal.text()).contains("t".repeat(1000)).hasSizeGreaterThan(10_900);
    }

    @Test
    void charactersOutsideOfTheBasicPlaneAreNotDivided() {
        SlackModal modal = shown(Forms.with(
                "a" + "😀".repeat(40),
                "{\"id\":\"s\",\"label\":\"S\",\"type\":\"select\"," + "\"options\":[{\"value\":\"x\",\"label\":\"b"
                        + "😀".repeat(60) + "\"}]}"));

        assertThat(modal.view().at("/title/text").asText()).isEqualTo("a" + "😀".repeat(11) + "…");
        assertThat(modal.inputs().getFirst().at("/element/options/0/text/text").asText())
                .isEqualTo("b" + "😀".repeat(36) + "…");
    }

    @Test
    void whatDoesNotFitIsAnsweredInWords() {
        assertThat(QuestionModal.fits(Forms.ORDER)).isTrue();
        assertThat(QuestionModal.fits(
                        Forms.with("F?", "{\"id\":\"f\",\"label\":\"F\",\"type\":\"file\",\"required\":true}")))
                .isFalse();
        assertThat(QuestionModal.fits(Forms.with("F?", "{\"id\":\"f\",\"label\":\"F\",\"type\":\"file\"}")))
                .as("nothing would be left")
                .isFalse();
        assertThat(QuestionModal.fits(Forms.with("F?", options(1, 150)))).isTrue();
        assertThat(QuestionModal.fits(Forms.with("F?", options(1, 151))))
                .as("a value of 151 characters")
                .isFalse();
        assertThat(QuestionModal.fits(Forms.with("F?", options(100, 100)))).isTrue();
        StringBuilder many = new StringBuilder(options(100, 100));
        for (int i = 1; i < 20; i++) {
            many.append(',').append(options(100, 100).replace("\"id\":\"o\"", "\"id\":\"o" + i + "\""));
        }
        assertThat(QuestionModal.fits(Forms.with("F?", many.toString())))
                .as("over 250 kB")
                .isFalse();
    }

    @Test
    void errorsAreBelowTheirInputs() {
        SlackModal modal = shown(Forms.ORDER);

        modal.respond(ModalResponse.errors(Map.of("count", "This value must be a number.", "a<&>%b", "No.")));

        assertThat(modal.isOpen()).isTrue();
        assertThat(modal.errors()).isEqualTo(Map.of("count", "This value must be a number.", "a%3C%26%3E%25b", "No."));
    }

    @Test
    void aNoticeReplacesTheForm() {
        SlackModal modal = shown(Forms.ORDER);

        modal.respond(ModalResponse.notice("Order?", "This question has expired.", false));

        assertThat(modal.isOpen()).isTrue();
        assertThat(modal.inputs()).isEmpty();
        assertThat(modal.text()).isEqualTo("This question has expired.");
        assertThat(modal.view().has("submit")).isFalse();
    }

    /** The counterpart refuses what the documentation does, so that the tests above can fail. */
    @Test
    void theCounterpartRefusesViewsThatBreakALimit() {
        ObjectNode view = QuestionModal.render(Forms.ORDER, Forms.KEY).orElseThrow();
        for (Map.Entry<String, JsonNode> broken : Map.<String, JsonNode>of(
                        "title", ModalText.of("x".repeat(25), 25),
                        "submit", ModalText.of("x".repeat(25), 25),
                        "private_metadata", view.textNode("x".repeat(3001)),
                        "callback_id", view.textNode("x".repeat(256)),
                        "blocks", view.arrayNode())
                .entrySet()) {
            ObjectNode other = view.deepCopy();
            other.set(broken.getKey(), broken.getValue());
            assertThatThrownBy(() -> views.show(other)).as(broken.getKey()).hasMessage("invalid_arguments");
        }
        ObjectNode withoutSubmit = view.deepCopy();
        withoutSubmit.remove("submit");
        assertThatThrownBy(() -> views.show(withoutSubmit)).hasMessage("invalid_arguments");
        ObjectNode twice = view.deepCopy();
        twice.withArrayProperty("blocks").add(twice.at("/blocks/1"));
        assertThatThrownBy(() -> views.show(twice)).hasMessage("invalid_arguments");
    }

    private SlackModal shown(InteractionRequest question) {
        return views.show(QuestionModal.render(question, Forms.KEY).orElseThrow());
    }

    private static ModalSubmission submitted(SlackModal modal, Map<String, Object> values) {
        PlatformObject view = PlatformObject.of(modal.submission("U5", values).path("view"));
        assertThat(ModalSubmission.isForm(Objects.requireNonNull(view))).isTrue();
        return ModalSubmission.read(view).orElseThrow();
    }

    private static InteractionRequest number() {
        return Forms.with("Order?", number("Count"));
    }

    private static String number(String label) {
        return "{\"id\":\"count\",\"label\":\"" + label + "\",\"type\":\"number\",\"required\":true}";
    }

    private static String options(int count, int length) {
        StringBuilder options = new StringBuilder("{\"id\":\"o\",\"label\":\"O\",\"type\":\"select\",\"options\":[");
        for (int i = 0; i < count; i++) {
            String value = String.format("%0" + length + "d", i);
            options.append(i == 0 ? "" : ",").append("{\"value\":\"" + value + "\",\"label\":\"" + i + "\"}");
        }
        return options.append("]}").toString();
    }
}
