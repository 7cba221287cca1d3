package dev.agenthost.im.telegram.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TelegramInboundTest {

    @TestFactory
    Stream<DynamicTest> eachUpdateHasItsOutcome() {
        return UpdateCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(UpdateCases.all())
                .hasSizeGreaterThan(50)
                .allMatch(row -> row.path("source").asText().startsWith("https://core.telegram.org/bots/")
                        || row.path("source").asText().startsWith("assumed"));
    }

    @Test
    void anUnknownBotRecognisesNoMention() {
        JsonNode mention = UpdateCases.all().get(1).path("update");

        UpdateMapping outcome = TelegramInbound.map(mention, new BotIdentity("support", null, null));

        assertThat(outcome).isInstanceOfSatisfying(UpdateMapping.Event.class, event -> assertThat(
                        event.body().at("/data/is_mentioned").asBoolean(true))
                .isFalse());
    }

    private static void check(JsonNode row) {
        UpdateMapping outcome = TelegramInbound.map(row.path("update"), UpdateCases.BOT);
        switch (outcome) {
            case UpdateMapping.Event(ObjectNode body, var files, String query) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(query).isEqualTo(row.path("callback_query_id").textValue());
                assertThat(files).hasSize(body.path("data").path("files").size());
            }
            case UpdateMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case UpdateMapping.Unreadable(String field, String why) -> {
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
