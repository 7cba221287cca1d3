package dev.agenthost.im.slack.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.slack.form.ModalSubmission;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SlackInboundTest {

    @TestFactory
    Stream<DynamicTest> eachEventHasItsOutcome() {
        return SlackEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(SlackEventCases.all()).hasSizeGreaterThan(90).allMatch(row -> row.path("source")
                .asText()
                .matches("assumed|https://(docs\\.slack\\.dev|api\\.slack\\.com)/.+"));
    }

    @Test
    void withoutAWorkspaceOfTheOptionsEachOneIsAccepted() {
        JsonNode foreign = named("an event of another workspace");

        assertThat(SlackInbound.map(foreign, new SlackIdentity("support", "A1", null)))
                .isInstanceOf(SlackMapping.Event.class);
    }

    /** The fingerprint of an event has type, conversation, thread, actor and input: of both they are equal. */
    @Test
    void aMentionAndItsMessageAreOneEvent() {
        ObjectNode mention = body("a mention of the bot");
        ObjectNode message = body("the same mention as a message");

        for (String member : List.of("event_id", "event_type", "conversation_id", "thread_id", "actor", "input")) {
            assertThat(mention.path(member)).as(member).isEqualTo(message.path(member));
        }
    }

    private static ObjectNode body(String name) {
        return ((SlackMapping.Event) SlackInbound.map(named(name), SlackEventCases.BOT)).body();
    }

    private static JsonNode named(String name) {
        return SlackEventCases.all().stream()
                .filter(row -> row.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .path("event");
    }

    private static void check(JsonNode row) {
        switch (SlackInbound.map(row.path("event"), SlackEventCases.BOT)) {
            case SlackMapping.Event(ObjectNode body, var files) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                assertThat(files.stream().map(SlackInboundTest::place).toList())
                        .isEqualTo(row.path("files")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList());
            }
            case SlackMapping.Press(ButtonKey key, String actor) -> {
                assertThat(key.text()).contains(row.path("press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case SlackMapping.FormPress(ButtonKey key, String actor, String trigger) -> {
                assertThat(key.text().orElseThrow() + " " + trigger)
                        .isEqualTo(row.path("form_press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case SlackMapping.SubmittedForm(ModalSubmission form, String actor) -> {
                assertThat(form.values()).hasToString(row.path("form").asText());
                assertThat(form.fieldIds()).hasToString(row.path("fields").asText());
                assertThat(form.key().action()).isEqualTo(1);
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case SlackMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case SlackMapping.Unreadable(String field, String why) -> {
                assertThat(row.path("unreadable").asText()).isEqualTo(field);
                assertThat(why).startsWith("must ");
            }
        }
    }

    private static String place(SlackFile file) {
        return file.id()
                + switch (file.location()) {
                    case SlackFile.Location.Served(String url) -> " " + url;
                    case SlackFile.Location.External() -> " external";
                    case SlackFile.Location.Withheld(String why) -> " withheld";
                };
    }

    private static void checkMember(ObjectNode body, String path, JsonNode expected) {
        JsonNode value = body.at(path);
        if (expected.isNull()) {
            assertThat(value.asText("")).as(path).isEmpty();
            assertThat(value.isContainerNode() && !value.isEmpty()).as(path).isFalse();
        } else {
            assertThat(value.asText()).as(path).isEqualTo(expected.asText());
        }
    }
}
