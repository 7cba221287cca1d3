package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ArtifactCreated;

/** The cap of one result: 1 MiB of UTF-8 with what it charges; an artifact's inline content does not count (spec/README 14). */
public final class ResultSize {
    public static final int MOST_BYTES = 1024 * 1024;

    /** The shortest frame that can be above the cap: a character is at most three bytes (or two characters, four). */
    private static final int SURELY_SMALL = MOST_BYTES / 3;

    /** The base64 length of the cap; the decoder checks the few bytes above it. */
    private static final int MOST_INLINE = (MOST_BYTES + 2) / 3 * 4;

    private ResultSize() {}

    /** Returns true if an artifact's inline content certainly exceeds its cap, which counts decoded bytes. */
    static boolean exceedsInline(ArtifactCreated artifact) {
        String content = artifact.contentBase64();
        return content != null && content.length() > MOST_INLINE;
    }

    /** @param frameCharacters length of the frame that carried it; below a third of the cap nothing is measured */
    public static boolean exceeds(JsonNode result, int frameCharacters) {
        if (frameCharacters <= SURELY_SMALL) {
            return false;
        }
        JsonNode data = result.path("data");
        long inline = "artifact.created".equals(result.path("type").asText())
                ? data.path("content_base64").asText("").length()
                : 0;
        JsonNode usage = result.path("usage");
        long charged = usage.isMissingNode() ? 0 : bytes(usage);
        return bytes(data) - inline + charged > MOST_BYTES;
    }

    private static long bytes(JsonNode part) {
        return ProtocolCodec.encode(JsonText.clean(part)).length;
    }

    /** Of UTF-8. */
    static int bytesOf(CharSequence text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character < 0x80) {
                bytes++;
            } else {
                // A character of four bytes stands here as two halves.
                bytes += character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
            }
        }
        return bytes;
    }

    /** Returns the fields that identify a result that is too large. */
    public static ObjectNode withoutPayload(JsonNode result) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        for (String field : new String[] {"run_id", "type", "sequence", "timestamp"}) {
            if (result.has(field)) {
                rest.set(field, result.get(field));
            }
        }
        return rest;
    }
}
