package dev.agenthost.im.lark.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LarkInboundTest {

    @TestFactory
    Stream<DynamicTest> eachEventHasItsOutcome() {
        return LarkEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(LarkEventCases.all()).hasSizeGreaterThan(70).allMatch(row -> row.path("source")
                .asText()
                .matches("assumed|https://open\\.(feishu\\.cn|larkoffice\\.com|larksuite\\.com)/document/.+"));
    }

    @Test
    void withoutItsOpenIdAMentionOfTheBotIsThatOfAnyone() {
        JsonNode mention = LarkEventCases.all().get(2).path("event");

        LarkMapping outcome = LarkInbound.map(mention, new LarkIdentity("support", "cli_a1", null));

        assertThat(outcome).isInstanceOfSatisfying(LarkMapping.Event.class, event -> {
            assertThat(event.body().at("/data/is_mentioned").asBoolean(true)).isFalse();
            assertThat(event.body().at("/input/text").asText()).isEqualTo("@Shop what is new?");
        });
    }

    private static void check(JsonNode row) {
        switch (LarkInbound.map(row.path("event"), LarkEventCases.BOT)) {
            case LarkMapping.Event(ObjectNode body, var files) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                assertThat(files.stream().map(LarkFile::key).toList())
                        .isEqualTo(row.path("keys")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList());
            }
            case LarkMapping.Press(ButtonKey key, String actor) -> {
                assertThat(key.text()).contains(row.path("press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case LarkMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case LarkMapping.Unreadable(String field, String why) -> {
                assertThat(row.path("unreadable").asText()).isEqualTo(field);
                assertThat(why).startsWith("must ");
            }
        }
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
