package dev.agenthost.orchestrator.hostapi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageShrinkerTest {
    private final ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("limit", 100);

    @Test
    void requestsAPageThatFits() {
        Optional<JsonNode> shorter = PageShrinker.of(HostAction.HISTORY_PAGE, arguments, items(100), 50_000);

        assertThat(shorter.orElseThrow().path("limit").intValue()).isBetween(30, 50);
        assertThat(arguments.path("limit").intValue()).isEqualTo(100);
    }

    @Test
    void requestsAtLeastOneItemLess() {
        assertThat(PageShrinker.of(HostAction.EVENT_PAGE, arguments, items(2), 1)
                        .orElseThrow()
                        .path("limit")
                        .intValue())
                .isEqualTo(1);
        assertThat(PageShrinker.of(HostAction.EVENT_PAGE, arguments, items(1), 1))
                .isEmpty();
    }

    @Test
    void requestsFewerBytes() {
        ObjectNode read = JsonNodeFactory.instance.objectNode().put("content_base64", "A".repeat(4_000_000));

        int limit = PageShrinker.of(HostAction.ARTIFACT_READ, arguments, read, 1_000_000)
                .orElseThrow()
                .path("limit")
                .intValue();
        assertThat(limit).isBetween(600_000, 750_000);
    }

    @Test
    void aValueHasNoPages() {
        assertThat(PageShrinker.of(HostAction.GET_PLUGIN_STORAGE, arguments, items(9), 10))
                .isEmpty();
    }

    private static ObjectNode items(int count) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < count; i++) {
            page.withArray("items").addObject().put("text", "x".repeat(1_000));
        }
        return page;
    }
}
