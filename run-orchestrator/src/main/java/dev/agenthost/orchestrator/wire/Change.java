package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The changes of {@link FieldTable} to an object. */
final class Change {
    /** The fields of an attachment of 0.5 besides {@code type} and {@code id}: any other field fails the run. */
    private static final List<String> ATTACHMENT = List.of("mime_type", "size", "name", "source", "url", "content");

    private static final String ATTACHMENTS = "attachments";

    /** Converts artifact references to attachments of 0.5. */
    static final Consumer<ObjectNode> CLOSED_ATTACHMENTS = input -> {
        JsonNode refs = input.path(ATTACHMENTS);
        ArrayNode attachments = input.putArray(ATTACHMENTS);
        refs.forEach(ref -> attach(attachments.addObject(), ref));
    };

    /** Adds the fields of a file that the SDK of the specification requires. */
    static final Consumer<ObjectNode> FILE_ID = file -> {
        file.set("file_id", file.path("file_key"));
        file.set("file_name", file.path("name"));
        file.put("source", file.path("operations").path(0).asText(""));
    };

    /** Sets {@code total_count} to the number of items of the page if there is no count. */
    static final Consumer<ObjectNode> COUNT = page -> {
        if (!page.path("total_count").isIntegralNumber()) {
            page.put("total_count", page.path("items").size());
        }
    };

    private Change() {}

    static Consumer<ObjectNode> rename(String from, String to) {
        return object -> {
            JsonNode value = object.remove(from);
            if (value != null) {
                object.set(to, value);
            }
        };
    }

    /** Copies a field to a second name, for SDKs that read only that one. */
    static Consumer<ObjectNode> copy(String from, String to) {
        return object -> {
            JsonNode value = object.get(from);
            if (value != null) {
                object.set(to, value);
            }
        };
    }

    static Consumer<ObjectNode> remove(String field) {
        return object -> object.remove(field);
    }

    static Consumer<ObjectNode> empty(String list) {
        return object -> object.putArray(list);
    }

    /** Removes the values of a list that the generation does not accept: an unknown value fails the run. */
    static Consumer<ObjectNode> retain(String list, Set<String> accepted) {
        return object -> {
            JsonNode values = object.path(list);
            ArrayNode retained = object.putArray(list);
            values.forEach(value -> {
                if (accepted.contains(value.asText())) {
                    retained.add(value);
                }
            });
        };
    }

    /** Moves fields that the generation refuses into an object that accepts any field. */
    static Consumer<ObjectNode> move(String into, List<String> fields) {
        return object -> {
            for (String field : fields) {
                JsonNode value = object.remove(field);
                if (value != null && !value.isNull()) {
                    object.withObjectProperty(into).set(field, value);
                }
            }
        };
    }

    private static void attach(ObjectNode attachment, JsonNode ref) {
        attachment.put("type", type(ref));
        ATTACHMENT.stream().filter(ref::has).forEach(field -> attachment.set(field, ref.get(field)));
        attachment.set("id", ref.path("artifact_id"));
    }

    /** Returns the type of an attachment in LangBot's messages. */
    private static String type(JsonNode ref) {
        String declared = ref.path("artifact_type").asText("");
        if (!declared.isEmpty()) {
            return declared;
        }
        String mime = ref.path("mime_type").asText("");
        return mime.startsWith("image/") ? "image" : mime.startsWith("audio/") ? "voice" : "file";
    }
}
