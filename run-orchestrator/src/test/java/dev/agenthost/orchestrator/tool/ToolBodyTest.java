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

    @Test
    void theSizeOfAResultIsThatOfItsStructuredContentWhoseCopyTheTextsAre() {
        assertThat(outputBytes("{\"parts\":\"ö\"}", "ö")).isEqualTo("{'parts':'oe'}".length());
        assertThat(outputBytes("öö", null)).isEqualTo(4);
    }

    @Test
    void theSizeOfAResultWithOtherPartsIsThatOfAllOfIt() {
        ObjectNode whole = ToolBody.whole(
                List.of(ToolBody.text("a"), ToolBody.omitted("image", "too large, or too many")), null, false);

        assertThat(ToolBody.serialize(whole).outputBytes())
                .isEqualTo(whole.toString().length());
    }

    private static long outputBytes(String text, @Nullable String parts) {
        return ToolBody.serialize(whole(text, parts)).outputBytes();
    }

    private static String head(String text, @Nullable String parts) {
        return ToolBody.head(ToolBody.serialize(whole(text, parts)), false, null, "no")
                .at("/content/0/text")
                .asText();
    }

    private static ObjectNode whole(String text, @Nullable String parts) {
        ObjectNode structured =
                parts == null ? null : JsonNodeFactory.instance.objectNode().put("parts", parts);
        return ToolBody.whole(List.of(ToolBody.text(text)), structured, false);
    }
}
