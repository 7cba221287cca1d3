package dev.agenthost.walk.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.walk.picture.ShownBlock.Button;
import dev.agenthost.walk.picture.ShownBlock.Buttons;
import dev.agenthost.walk.picture.ShownBlock.Paragraph;
import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that messages and cards of WeCom are read as they are, and that nothing of them is left out. */
class WeComDrawingTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void aCardHasItsButtonsUntilOneIsPressed() throws Exception {
        JsonNode card = JSON.readTree("""
                {"card_type":"button_interaction","main_title":{"title":"Order?"},"sub_title_text":"50 lamps","task_id":"t",
                 "button_list":[{"text":"Yes","style":1,"key":"y"},{"text":"No","style":2,"key":"n"},{"text":"All","style":3,"key":"a"}]}""");
        Paragraph title = new Paragraph(List.of(TextSpan.plain("Order?")), 2);
        Paragraph subtitle = Paragraph.plain("50 lamps");

        assertThat(WeComDrawing.card(card))
                .containsExactly(
                        title,
                        subtitle,
                        new Buttons(List.of(
                                Button.of("Yes", Button.Tone.PRIMARY),
                                Button.of("No", Button.Tone.NEUTRAL),
                                Button.of("All", Button.Tone.DANGER))));
        assertThat(WeComDrawing.pressedCard(card, "Accepted."))
                .containsExactly(title, subtitle, new Buttons(List.of(Button.of("Accepted.", Button.Tone.DISABLED))));
    }

    @Test
    void theMarkdownOfApplicationsIsSpansAndBlocks() {
        assertThat(WeComDrawing.markdown("# h\n\n**b**\n`c`\n\n> q"))
                .containsExactly(
                        new Paragraph(List.of(TextSpan.plain("h")), 1),
                        new Paragraph(
                                List.of(
                                        new TextSpan("b", Set.of(Style.BOLD)),
                                        TextSpan.plain("\n"),
                                        new TextSpan("c", Set.of(Style.CODE))),
                                0),
                        new ShownBlock.Quotation(List.of(TextSpan.plain("q"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "an *italic*",
                "~~struck~~",
                "- item",
                "1. item",
                "|a|\n|-|\n|b|",
                "```\ncode\n```",
                "\\*",
                "&amp;",
                "> *quoted*"
            })
    void markdownWhoseSignsAreShownIsRefused(String markdown) {
        assertThatThrownBy(() -> WeComDrawing.markdown(markdown)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"card_type\":\"text_notice\"}",
                "{\"card_type\":\"button_interaction\",\"button_selection\":{}}",
                "{\"card_type\":\"button_interaction\",\"main_title\":{\"desc\":\"x\"}}",
            })
    void aCardThatHasNoDrawingIsRefused(String content) throws Exception {
        JsonNode card = JSON.readTree(content);
        assertThatThrownBy(() -> WeComDrawing.card(card)).isInstanceOf(IllegalArgumentException.class);
    }
}
