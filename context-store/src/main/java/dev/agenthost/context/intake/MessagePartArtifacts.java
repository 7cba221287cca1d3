package dev.agenthost.context.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.message.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists the artifacts of a message's parts whose bytes were stored before the message was published. A forged id grants nothing: a reader
 * sees an artifact only if its own rights permit it.
 */
final class MessagePartArtifacts {
    /** Limit of artifacts of one message, equal to the limit of its parts with bytes. */
    static final int MOST = 64;

    private static final List<String> FACTS = List.of("mime_type", "size_bytes", "sha256");

    private MessagePartArtifacts() {}

    /**
     * Returns the references of the message's parts.
     *
     * @param made references to the artifacts of the run, which are not repeated
     */
    static List<ObjectNode> of(Message message, List<ObjectNode> made) {
        JsonNode content = message.content();
        if (content == null || !content.isArray()) {
            return List.of();
        }
        Set<String> known = new HashSet<>();
        made.forEach(ref -> known.add(ref.path("artifact_id").asText()));
        List<ObjectNode> refs = new ArrayList<>();
        for (JsonNode part : content) {
            String id = part.path("artifact_id").textValue();
            if (id != null && part.path("sha256").isTextual() && refs.size() < MOST && known.add(id)) {
                refs.add(reference(id, part));
            }
        }
        return refs;
    }

    private static ObjectNode reference(String artifactId, JsonNode part) {
        boolean isImage = part.path("type").asText().startsWith("image");
        ObjectNode ref = JsonNodeFactory.instance
                .objectNode()
                .put("artifact_id", artifactId)
                .put("artifact_type", isImage ? "image" : "file");
        for (String fact : FACTS) {
            if (part.path(fact).isValueNode() && !part.path(fact).isNull()) {
                ref.set(fact, part.get(fact));
            }
        }
        if (part.path("file_name").isTextual()) {
            ref.put("name", part.path("file_name").textValue());
        }
        return ref;
    }
}
