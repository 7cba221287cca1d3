package dev.agenthost.walk.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads messages of OneBot 11 in array form (https://github.com/botuniverse/onebot-11/blob/master/message/segment.md). */
public final class OneBotDrawing {
    private static final String BASE64 = "base64://";

    private OneBotDrawing() {}

    /** Returns the blocks of a message in a private chat. */
    public static List<ShownBlock> blocks(JsonNode segments) {
        List<ShownBlock> blocks = new ArrayList<>();
        for (JsonNode segment : segments) {
            blocks.add(
                    switch (segment.path("type").asText()) {
                        case "text" ->
                            ShownBlock.Paragraph.plain(segment.at("/data/text").asText());
                        case "image" ->
                            new ShownBlock.Photo(Base64.getDecoder()
                                    .decode(segment.at("/data/file").asText().substring(BASE64.length())));
                        default -> throw new IllegalArgumentException("a segment that has no drawing: " + segment);
                    });
        }
        return blocks;
    }
}
