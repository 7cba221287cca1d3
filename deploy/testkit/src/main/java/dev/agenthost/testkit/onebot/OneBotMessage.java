package dev.agenthost.testkit.onebot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A message that a bot sent.
 *
 * @param chat {@code group_<number>} or {@code person_<number>}
 */
public record OneBotMessage(String chat, long id, ArrayNode segments) {
    private static final String BASE64 = "base64://";

    /** Returns its text, as a person reads it: mentions as {@code @<number>}. */
    public String text() {
        return segments.valueStream()
                .map(segment -> switch (segment.path("type").asText()) {
                    case "text" -> segment.at("/data/text").asText();
                    case "at" -> "@" + segment.at("/data/qq").asText();
                    default -> "";
                })
                .collect(Collectors.joining());
    }

    /** Returns the types of its segments. */
    public List<String> types() {
        return segments.valueStream()
                .map(segment -> segment.path("type").asText())
                .toList();
    }

    /** Returns the bytes of its file; empty for none. */
    public byte[] file() {
        JsonNode file = segments.path(0).at("/data/file");
        return file.asText().startsWith(BASE64)
                ? Base64.getDecoder().decode(file.asText().substring(BASE64.length()))
                : new byte[0];
    }
}
