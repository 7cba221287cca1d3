package dev.agenthost.orchestrator.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ToolBodyTest {
    private static final String LONG = "x".repeat(ToolBody.HEAD);

    @Test
    void theHeadOfAResultIsOfItsTexts() {
        assertThat(head(LONG, null)).startsWith("xxx");
        assertThat(head(LONG, LONG)).startsWith("xxx");
    }

    @Test
    void theHeadOfAResultWithShortTextsIsOfItsStructuredContent() {
        assertThat(head("3 parts", LONG)).startsWith("{\"parts\":\"xxx").endsWith("…");
    }

    @Test
    void theHeadOfAResultWithoutLongTextsAndStructuredContentIsOfAllOfIt() {
        assertThat(head("3 parts", "x")).startsWith("{\"content\":[");
    }

    private static String head(String text, @Nullable String parts) {
        ObjectNode structured =
                parts == null ? null : JsonNodeFactory.instance.objectNode().put("parts", parts);
        ObjectNode whole = ToolBody.whole(List.of(ToolBody.text(text)), structured, false);
        return ToolBody.head(ToolBody.serialize(whole), false, null, "no")
                .at("/content/0/text")
                .asText();
    }
}
