package dev.agenthost.im.wecom.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WeComInboundTest {

    @TestFactory
    Stream<DynamicTest> eachDocumentHasItsOutcome() {
        return WeComEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(WeComEventCases.all()).hasSizeGreaterThan(50).allMatch(row -> row.path("source")
                .asText()
                .matches("assumed|https://developer\\.work\\.weixin\\.qq\\.com/document/path/\\d+"));
    }

    @Test
    void aRepeatedEventHasTheSameIdThoughItsCodesDiffer() {
        ObjectNode first = named("a button of another card");
        ObjectNode second = first.deepCopy().put("ResponseCode", "code-2").put("Token", "t");

        assertThat(id(second)).isEqualTo(id(first)).startsWith("zhangsan:1795900000:");
    }

    @Test
    void eventsOfOneSecondHaveDifferentIds() {
        ObjectNode create = named("a new member");

        assertThat(Stream.of(
                                create,
                                create.deepCopy().put("UserID", "wangwu"),
                                create.deepCopy().put("ChangeType", "update_user"),
                                create.deepCopy().put("CreateTime", "1795900001"),
                                create.deepCopy().put("FromUserName", "zhangsan"))
                        .map(WeComInboundTest::id))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.length() < 256);
    }

    private static ObjectNode named(String name) {
        return WeComEventCases.all().stream()
                .filter(row -> row.path("name").asText().equals(name))
                .map(row -> (ObjectNode) WeComEventCases.payload(row))
                .findFirst()
                .orElseThrow();
    }

    private static String id(ObjectNode payload) {
        return ((WeComMapping.Event) WeComInbound.map(payload, WeComEventCases.BOT))
                .body()
                .path("event_id")
                .asText();
    }

    private static void check(JsonNode row) {
        switch (WeComInbound.map(WeComEventCases.payload(row), WeComEventCases.BOT)) {
            case WeComMapping.Event(ObjectNode body, var files) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                assertThat(files.stream().map(WeComFile::mediaId).toList())
                        .isEqualTo(row.path("media")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList());
            }
            case WeComMapping.Press(ButtonKey key, String actor) -> {
                assertThat(key.text()).contains(row.path("press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case WeComMapping.Unreadable(String field, String why) -> {
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
