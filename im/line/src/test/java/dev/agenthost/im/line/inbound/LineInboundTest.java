package dev.agenthost.im.line.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LineInboundTest {

    @TestFactory
    Stream<DynamicTest> eachEventHasItsOutcome() {
        return LineEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(LineEventCases.all())
                .hasSizeGreaterThan(70)
                .allMatch(row -> row.path("source").asText().matches("assumed|https://developers\\.line\\.biz/en/.+"));
    }

    @Test
    void anEventIsStoredWithoutItsTokens() {
        for (JsonNode row : LineEventCases.all()) {
            JsonNode event = row.path("event");
            String before = event.toString();

            assertThat(LineInbound.withoutTokens(event).toString())
                    .doesNotContain("replyToken", "markAsReadToken", "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA", "30yhdy232");
            assertThat(event).hasToString(before);
        }
    }

    private static void check(JsonNode row) {
        switch (LineInbound.map(row.path("event"), LineEventCases.BOT)) {
            case LineMapping.Event(ObjectNode body, List<LineFile> files) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                assertThat(files.stream().map(LineInboundTest::words).toList())
                        .isEqualTo(row.path("files")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList());
            }
            case LineMapping.Press(ButtonKey key, String actor) -> {
                assertThat(key.text()).contains(row.path("press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
            }
            case LineMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case LineMapping.Unreadable(String field, String why) -> {
                assertThat(row.path("unreadable").asText()).isEqualTo(field);
                assertThat(why).startsWith("must ");
            }
        }
    }

    private static String words(LineFile file) {
        return Stream.of(
                        file.kind(),
                        file.messageId(),
                        file.name(),
                        file.size() == null ? null : file.size().toString(),
                        file.isExternal() ? "external" : null)
                .filter(word -> word != null)
                .collect(Collectors.joining(" "));
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
