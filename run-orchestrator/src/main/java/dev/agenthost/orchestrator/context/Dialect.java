package dev.agenthost.orchestrator.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Generation;
import java.util.List;

/** A run context in the words of one generation of LangBot's SDK. */
final class Dialect {
    /** All that an attachment of the later SDK may have: another field fails the whole run. */
    private static final List<String> ATTACHMENT = List.of("mime_type", "size", "name", "source", "url", "content");

    private static final String COUNT_TOKENS = "count_tokens";

    private Dialect() {}

    static ObjectNode of(Generation generation, ObjectNode context) {
        switch (generation) {
            case SPECIFICATION -> withoutCountTokens(context.path("resources").path("models"));
            case LATER -> {
                if (context.path("input") instanceof ObjectNode input) {
                    input.set("attachments", attachments(input.path("attachments")));
                }
            }
        }
        return context;
    }

    /** Its list of operations is closed: one that it does not know costs the run. */
    private static void withoutCountTokens(JsonNode models) {
        for (JsonNode model : models) {
            if (model.path("operations") instanceof ArrayNode operations) {
                for (int i = operations.size() - 1; i >= 0; i--) {
                    if (operations.get(i).asText().equals(COUNT_TOKENS)) {
                        operations.remove(i);
                    }
                }
            }
        }
    }

    private static ArrayNode attachments(JsonNode refs) {
        ArrayNode attachments = JsonNodeFactory.instance.arrayNode();
        for (JsonNode ref : refs) {
            ObjectNode attachment = attachments.addObject();
            attachment.put("type", type(ref));
            ATTACHMENT.stream().filter(ref::has).forEach(field -> attachment.set(field, ref.get(field)));
            attachment.set("id", ref.path("artifact_id"));
        }
        return attachments;
    }

    /** Of the three kinds that LangBot's messages know. */
    private static String type(JsonNode ref) {
        String said = ref.path("artifact_type").asText("");
        if (!said.isEmpty()) {
            return said;
        }
        String mime = ref.path("mime_type").asText("");
        return mime.startsWith("image/") ? "image" : mime.startsWith("audio/") ? "voice" : "file";
    }
}
