package dev.agenthost.walk.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.walk.picture.ShownBlock.Code;
import dev.agenthost.walk.picture.ShownBlock.Paragraph;
import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the payloads of platforms are read as they are, and that nothing of them is left out. */
class DrawingsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void entitiesOfTelegramAreSpansAndBlocks() throws Exception {
        assertThat(TelegramDrawing.blocks(json("""
                        {"text":"😀 bold\\ncode\\nend","entities":[{"type":"bold","offset":3,"length":4},{"type":"pre","offset":8,"length":4}]}""")))
                .containsExactly(
                        new Paragraph(
                                List.of(new TextSpan("😀 ", Set.of()), new TextSpan("bold", Set.of(Style.BOLD))), 0),
                        new Code("code"),
                        Paragraph.plain("end"));
    }

    @Test
    void richTextOfSlackIsSpansAndBlocks() throws Exception {
        assertThat(SlackDrawing.blocks(json("""
                        {"blocks":[{"type":"rich_text","elements":[
                          {"type":"rich_text_section","elements":[{"type":"text","text":"b","style":{"bold":true}}]},
                          {"type":"rich_text_preformatted","elements":[{"type":"text","text":"code"}]}]}]}""")))
                .containsExactly(new Paragraph(List.of(new TextSpan("b", Set.of(Style.BOLD))), 0), new Code("code"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"blocks\":[{\"type\":\"video\"}]}",
                "{\"blocks\":[{\"type\":\"rich_text\",\"elements\":[{\"type\":\"rich_text_list\"}]}]}",
            })
    void aBlockOfSlackThatHasNoDrawingIsRefused(String content) throws Exception {
        JsonNode message = json(content);
        assertThatThrownBy(() -> SlackDrawing.blocks(message)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void payloadsOfOtherPlatformsThatHaveNoDrawingAreRefused() throws Exception {
        JsonNode entity = json("{\"text\":\"x\",\"entities\":[{\"type\":\"spoiler\",\"offset\":0,\"length\":1}]}");
        JsonNode component = json("{\"content\":\"x\",\"components\":[{\"type\":17}]}");
        JsonNode element = json("[{\"tag\":\"chart\"}]");
        JsonNode segment = json("[{\"type\":\"face\"}]");
        JsonNode card = json("{\"sys_full_json_obj\":\"{\\\"order\\\":[\\\"msgImages\\\"]}\"}");

        assertThatThrownBy(() -> TelegramDrawing.blocks(entity)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DiscordDrawing.blocks(component)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LarkDrawing.blocks(element)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DingTalkDrawing.card(card)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DingTalkDrawing.message("sampleFile", card))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OneBotDrawing.blocks(segment)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MarkdownBlocks.of("<b>html</b>")).isInstanceOf(IllegalArgumentException.class);
    }

    private static JsonNode json(String json) throws Exception {
        return JSON.readTree(json);
    }
}
