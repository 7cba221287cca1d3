package dev.agenthost.orchestrator.hostapi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemTruncatorTest {
    private static final int BYTES = 100_000;
    private final ObjectNode page = new ObjectMapper().createObjectNode().put("next_cursor", "c2");
    private final ObjectNode item = page.putArray("items").addObject().put("cursor", "c1");

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "\uD83D\uDE00", "\"", "a\u0001中"})
    void keepsTheBeginningOfTheTextAndTheCursors(String character) {
        item.put("content", character.repeat(200_000)).putObject("metadata").put("sender", "ada");

        JsonNode shorter = truncated(HostAction.HISTORY_PAGE);

        String content = shorter.at("/items/0/content").asText();
        assertThat(item.path("content").asText()).startsWith(content);
        assertThat(JsonText.isClean(content)).isTrue();
        assertThat(JsonText.bytes(shorter)).isBetween(BYTES * 9L / 10, (long) BYTES);
        assertThat(shorter.at("/items/0/metadata").toString()).isEqualTo("{\"sender\":\"ada\",\"truncated\":true}");
        assertThat(shorter.path("next_cursor").asText()).isEqualTo("c2");
        assertThat(shorter.at("/items/0/cursor").asText()).isEqualTo("c1");
    }

    @Test
    void truncatesANestedText() {
        String text = "é".repeat(100_000);
        item.put("content", text).putObject("content_json").put("text", text);

        JsonNode shorter = truncated(HostAction.HISTORY_PAGE).at("/items/0");

        for (String place : new String[] {"/content", "/content_json/text"}) {
            assertThat(shorter.at(place).asText()).hasSizeGreaterThan(BYTES / 5);
            assertThat(text).startsWith(shorter.at(place).asText());
        }
    }

    @Test
    void omitsEncodedBytes() {
        ObjectNode data = item.putObject("data").put("artifact_id", "a1");
        data.put("content_base64", "A".repeat(200_000));
        data.putArray("parts")
                .add("data:image/png;base64," + "A".repeat(200_000))
                .add("short");

        JsonNode shorter = truncated(HostAction.RUN_EVENTS_PAGE).at("/items/0/data");

        assertThat(shorter.toString())
                .isEqualTo("{\"artifact_id\":\"a1\",\"content_base64\":\"\",\"parts\":[\"\",\"short\"]}");
    }

    @Test
    void omitsStructuredContentWithManyValues() {
        ObjectNode data = item.put("type", "tool.call.completed").putObject("data");
        for (int i = 0; i < 50_000; i++) {
            data.put("k" + i, i);
        }

        JsonNode shorter = truncated(HostAction.RUN_EVENTS_PAGE);

        assertThat(shorter.at("/items/0/data")).isEmpty();
        assertThat(shorter.at("/items/0/type").asText()).isEqualTo("tool.call.completed");
        assertThat(shorter.at("/items/0").has("content_json")).isFalse();
    }

    @Test
    void truncatesOnlyASingleItem() {
        item.put("content", "x".repeat(200_000));
        assertThat(ItemTruncator.of(HostAction.GET_PLUGIN_STORAGE, page, BYTES)).isEmpty();
        page.withArray("items").addObject();
        assertThat(ItemTruncator.of(HostAction.HISTORY_PAGE, page, BYTES)).isEmpty();
    }

    private JsonNode truncated(HostAction action) {
        return ItemTruncator.of(action, page, BYTES).orElseThrow();
    }
}
