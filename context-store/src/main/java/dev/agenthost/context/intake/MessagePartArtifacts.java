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
 * The parts of a message whose bytes were kept before it was said: each names its artifact. An id that somebody else put there opens
 * nothing: whoever reads is told only of what is theirs to see.
 */
final class MessagePartArtifacts {
    /** Of one message; as many as its parts with bytes may be. */
    static final int MOST = 64;

    private static final List<String> FACTS = List.of("mime_type", "size_bytes", "sha256");

    private MessagePartArtifacts() {}

    /** References as those of what is made. @param made what is referred to anyway */
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
