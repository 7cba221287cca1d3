package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Changes that the table makes to an object. */
final class Change {
    /** All that an attachment of 0.5 may have beside its {@code type} and {@code id}: another field fails the whole run. */
    private static final List<String> ATTACHMENT = List.of("mime_type", "size", "name", "source", "url", "content");

    private static final String ATTACHMENTS = "attachments";

    /** References to artifacts in 0.5's closed shape. */
    static final Consumer<ObjectNode> CLOSED_ATTACHMENTS = input -> {
        JsonNode refs = input.path(ATTACHMENTS);
        ArrayNode attachments = input.putArray(ATTACHMENTS);
        refs.forEach(ref -> attach(attachments.addObject(), ref));
    };

    /** A file as the specification's SDK requires it, beside what every other reads. */
    static final Consumer<ObjectNode> FILE_ID = file -> {
        file.set("file_id", file.path("file_key"));
        file.set("file_name", file.path("name"));
        file.put("source", file.path("operations").path(0).asText(""));
    };

    /** A count that is a number: where nothing counts all that there is, it is the number of the items that are there. */
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

    /** The value under a second name, for a model that reads only that one and ignores the first. */
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

    /** Of a list of words those alone that the generation knows: its set is closed, and another word costs the run. */
    static Consumer<ObjectNode> retain(String list, Set<String> known) {
        return object -> {
            JsonNode words = object.path(list);
            ArrayNode kept = object.putArray(list);
            words.forEach(word -> {
                if (known.contains(word.asText())) {
                    kept.add(word);
                }
            });
        };
    }

    /** Fields that a closed shape refuses go into its one open object. */
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
