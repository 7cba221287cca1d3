package dev.agenthost.walk.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads messages of Discord (https://docs.discord.com/developers/resources/message): Markdown, and rows of buttons. */
public final class DiscordDrawing {
    private static final int ROW = 1;
    private static final int BUTTON = 2;

    private DiscordDrawing() {}

    /** Returns the blocks of a message without its files. */
    public static List<ShownBlock> blocks(JsonNode body) {
        List<ShownBlock> blocks =
                new ArrayList<>(MarkdownBlocks.of(body.path("content").asText()));
        for (JsonNode row : body.path("components")) {
            require(row, ROW);
            blocks.add(
                    ShownBlock.Buttons.of(row.path("components").valueStream().map(DiscordDrawing::button)));
        }
        return blocks;
    }

    private static ShownBlock.Button button(JsonNode button) {
        require(button, BUTTON);
        return ShownBlock.Button.of(
                button.path("label").asText(),
                switch (button.path("style").asInt()) {
                    case 1 -> ShownBlock.Button.Tone.PRIMARY;
                    case 4 -> ShownBlock.Button.Tone.DANGER;
                    default -> ShownBlock.Button.Tone.NEUTRAL;
                });
    }

    private static void require(JsonNode component, int type) {
        if (component.path("type").asInt() != type) {
            throw new IllegalArgumentException("a component that has no drawing: " + component);
        }
    }
}
