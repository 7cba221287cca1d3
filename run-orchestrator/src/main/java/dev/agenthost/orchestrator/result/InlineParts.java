package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a message that hold bytes, and the same message with the outcome of each part. */
public final class InlineParts {
    /** Of one message; the bytes of those beyond go no further. */
    public static final int MOST = 64;

    /** The field that states the reason for missing bytes. */
    public static final String OMITTED = "omitted";

    /** The fields that only the host sets in a part with bytes. */
    private static final List<String> THE_HOSTS = List.of("artifact_id", "sha256", "size_bytes", OMITTED);

    private InlineParts() {}

    public static boolean areIn(@Nullable Message message) {
        return message != null && !of(message).isEmpty();
    }

    /** In the order of the message. */
    public static List<InlinePart> of(Message message) {
        JsonNode content = message.content();
        if (content == null || !content.isArray()) {
            return List.of();
        }
        List<InlinePart> parts = new ArrayList<>();
        for (int at = 0; at < content.size(); at++) {
            InlinePart.of(at, content.get(at)).ifPresent(parts::add);
        }
        return List.copyOf(parts);
    }

    /** @param outcomes one for each of the message's parts, in their order */
    public static Message with(Message message, List<InlinePart> parts, List<PartOutcome> outcomes) {
        JsonNode content = message.content();
        if (!(content instanceof ArrayNode list) || parts.size() != outcomes.size()) {
            throw new IllegalArgumentException("outcomes of other parts");
        }
        ArrayNode told = JsonNodeFactory.instance.arrayNode(list.size()).addAll(list);
        for (int i = 0; i < parts.size(); i++) {
            int at = parts.get(i).at();
            told.set(at, told((ObjectNode) list.get(at), outcomes.get(i)));
        }
        return new Message(
                message.role(),
                message.name(),
                told,
                message.toolCalls(),
                message.toolCallId(),
                message.respMessageId(),
                message.providerSpecificFields());
    }

    private static ObjectNode told(ObjectNode part, PartOutcome outcome) {
        ObjectNode told = JsonNodeFactory.instance.objectNode().setAll(part);
        told.remove(THE_HOSTS);
        return switch (outcome) {
            case PartOutcome.Stored(ArtifactMetadata artifact) ->
                told.put("artifact_id", artifact.artifactId())
                        .put("mime_type", artifact.mimeType())
                        .put("size_bytes", artifact.sizeBytes())
                        .put("sha256", artifact.sha256());
            case PartOutcome.Withheld(String code) -> withoutBytes(told).put(OMITTED, code);
            case PartOutcome.Unasked() -> told;
            case PartOutcome.Superseded() -> throw new IllegalArgumentException("nothing of it goes on");
        };
    }

    private static ObjectNode withoutBytes(ObjectNode part) {
        List<String> fields = part.properties().stream()
                .filter(field -> InlinePart.isBytes(field.getKey(), field.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return part.remove(fields);
    }
}
