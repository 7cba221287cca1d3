package dev.agenthost.im.onebot.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OneBotInboundTest {

    @TestFactory
    Stream<DynamicTest> eachEventHasItsOutcome() {
        return OneBotEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(OneBotEventCases.all())
                .hasSizeGreaterThan(35)
                .allMatch(row -> row.path("source").asText().startsWith("https://github.com/botuniverse/onebot-11/")
                        || row.path("source").asText().startsWith("assumed"));
    }

    @Test
    void theOrderOfMembersDoesNotChangeTheId() {
        ObjectNode poke = JsonNodeFactory.instance.objectNode();
        poke.put("time", 1795900000L).put("self_id", 4000).put("post_type", "notice");
        poke.put("notice_type", "notify")
                .put("sub_type", "poke")
                .put("user_id", 5001)
                .put("target_id", 4000);
        ObjectNode other = JsonNodeFactory.instance.objectNode();
        new ArrayList<>(poke.properties()).reversed().forEach(member -> other.set(member.getKey(), member.getValue()));

        assertThat(id(poke)).isEqualTo(id(other));
        assertThat(id(poke)).isNotEqualTo(id(poke.deepCopy().put("time", 1795900001L)));
        assertThat(id(poke)).isNotEqualTo(id(poke.deepCopy().put("user_id", 5002)));
    }

    private static String id(ObjectNode event) {
        return ((OneBotMapping.Event) OneBotInbound.map(event, "support"))
                .body()
                .path("event_id")
                .asText();
    }

    private static void check(JsonNode row) {
        switch (OneBotInbound.map(row.path("event"), OneBotEventCases.BOT)) {
            case OneBotMapping.Event(ObjectNode body, var files) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                for (int i = 0; i < row.path("urls").size(); i++) {
                    assertThat(String.valueOf(files.get(i).url()))
                            .isEqualTo(row.path("urls").path(i).asText());
                }
            }
            case OneBotMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case OneBotMapping.Unreadable(String field, String why) -> {
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
