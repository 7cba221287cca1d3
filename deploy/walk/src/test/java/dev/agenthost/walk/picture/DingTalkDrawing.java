package dev.agenthost.walk.picture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads messages of DingTalk (https://open.dingtalk.com/document/development/robot-message-type) and cards of the template in its SDK
 * (https://github.com/open-dingtalk/dingtalk-stream-sdk-python/blob/main/dingtalk_stream/card_instance.py).
 */
public final class DingTalkDrawing {
    private static final ObjectMapper JSON = new ObjectMapper();

    private DingTalkDrawing() {}

    /**
     * Returns the blocks of a message.
     *
     * @param template its {@code msgKey}
     * @param parameters its {@code msgParam}
     */
    public static List<ShownBlock> message(String template, JsonNode parameters) {
        return switch (template) {
            case "sampleMarkdown" -> MarkdownBlocks.of(parameters.path("text").asText());
            case "sampleText" ->
                List.of(ShownBlock.Paragraph.plain(parameters.path("content").asText()));
            default -> throw new IllegalArgumentException("a message that has no drawing: " + template);
        };
    }

    /**
     * Returns the blocks of a card, in the order that it names.
     *
     * @param variables of the card
     */
    public static List<ShownBlock> card(JsonNode variables) {
        JsonNode more = read(variables.path("sys_full_json_obj").asText());
        List<ShownBlock> blocks = new ArrayList<>();
        for (JsonNode name : more.path("order")) {
            switch (name.asText()) {
                case "msgContent" ->
                    blocks.addAll(MarkdownBlocks.of(variables.path("msgContent").asText()));
                case "msgButtons" ->
                    blocks.add(ShownBlock.Buttons.of(
                            more.path("msgButtons").valueStream().map(DingTalkDrawing::button)));
                default -> throw new IllegalArgumentException("a part of a card that has no drawing: " + name);
            }
        }
        return blocks;
    }

    private static ShownBlock.Button button(JsonNode button) {
        return ShownBlock.Button.of(
                button.path("text").asText(),
                switch (button.path("color").asText()) {
                    case "blue" -> ShownBlock.Button.Tone.PRIMARY;
                    case "red" -> ShownBlock.Button.Tone.DANGER;
                    default -> ShownBlock.Button.Tone.NEUTRAL;
                });
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON: " + json, e);
        }
    }
}
