package dev.agenthost.im.dingtalk.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DingTalkInboundTest {

    @TestFactory
    Stream<DynamicTest> eachPayloadHasItsOutcome() {
        return DingTalkEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(DingTalkEventCases.all()).hasSizeGreaterThan(75).allMatch(row -> row.path("source")
                .asText()
                .matches("assumed|https://open\\.dingtalk\\.com/document/.+"
                        + "|https://open-dingtalk\\.github\\.io/developerpedia/docs/.+"));
    }

    @Test
    void withoutAnOrganizationOfItsOwnABotAcceptsEach() {
        DingTalkIdentity any = new DingTalkIdentity("support", "dingrobot1", null, true);

        assertThat(DingTalkEventCases.all().stream()
                        .filter(row -> row.path("unreadable").asText().endsWith("orpId"))
                        .map(row -> DingTalkInbound.map(DingTalkEventCases.push(row), any)))
                .hasSize(4)
                .noneMatch(DingTalkMapping.Unreadable.class::isInstance);
    }

    @Test
    void aBotWithoutAConnectionHasNoButtons() {
        DingTalkIdentity posted = DingTalkIdentity.of(
                "support", JsonNodeFactory.instance.objectNode().put("client_id", "dingrobot1"), false);

        DingTalkMapping outcome = DingTalkInbound.map(
                DingTalkEventCases.push(DingTalkEventCases.all().getFirst()), posted);

        assertThat(outcome).isInstanceOfSatisfying(DingTalkMapping.Event.class, event -> assertThat(event.body()
                        .at("/delivery/platform_capabilities/supports_interactions")
                        .asBoolean(true))
                .isFalse());
    }

    private static void check(JsonNode row) {
        switch (DingTalkInbound.map(DingTalkEventCases.push(row), DingTalkEventCases.BOT)) {
            case DingTalkMapping.Event(ObjectNode body, var files) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                assertThat(files.stream().map(DingTalkFile::downloadCode).toList())
                        .isEqualTo(row.path("codes")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList());
            }
            case DingTalkMapping.Press(ButtonKey key, String actor) -> {
                assertThat(key.text()).contains(row.path("press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case DingTalkMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case DingTalkMapping.Unreadable(String field, String why) -> {
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
