package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.id.UuidV5;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Projects the messages of the event log into the transcript. The result depends on the entry only. */
public final class Projection {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String USER = "user";
    /** Types whose input somebody wrote: a message, the response to a question, the task of another agent. */
    private static final Set<String> WRITTEN =
            Set.of(EventTypes.MESSAGE_RECEIVED, EventTypes.INTERACTION_SUBMITTED, EventTypes.DELEGATION_REQUESTED);

    private Projection() {}

    /** Returns true if the event has an input that the transcript shows. An event of another type never counts as one. */
    public static boolean isMessage(String eventType, JsonNode envelope) {
        JsonNode input = envelope.path("input");
        return WRITTEN.contains(eventType)
                && (!input.path("text").asText("").isEmpty()
                        || !input.path("contents").isEmpty()
                        || !input.path("attachments").isEmpty());
    }

    /** @param entry one with {@link LogEntry#isMessage()} */
    public static TranscriptEntry of(LogEntry entry) {
        return entry.kind() == LogKind.EVENT ? ofPerson(entry) : ofAgent(entry);
    }

    private static TranscriptEntry ofPerson(LogEntry entry) {
        JsonNode input = entry.data().path("input");
        String text = input.path("text").textValue();
        JsonNode contents = input.path("contents");
        ObjectNode message = null;
        if (!isOnlyText(contents)) {
            message = JSON.objectNode().put("role", USER).set("content", contents);
        }
        return new TranscriptEntry(
                UuidV5.of(UUID.fromString(eventId(entry)), USER),
                eventId(entry),
                null,
                USER,
                text == null ? plainText(contents) : text,
                message,
                list(input.path("attachments")),
                entry.at(),
                person(entry.data()),
                TranscriptEntry.MESSAGE);
    }

    private static TranscriptEntry ofAgent(LogEntry entry) {
        ArtifactAttachment attached = entry.attached();
        boolean alone = attached != null && attached.alone();
        JsonNode message = alone ? JSON.objectNode() : entry.data().path("message");
        JsonNode content = message.path("content");
        return new TranscriptEntry(
                UuidV5.of(Objects.requireNonNull(entry.runId()), String.valueOf(entry.position())),
                eventId(entry),
                entry.runId(),
                message.path("role").asText("assistant"),
                plainText(content),
                alone || isPlain(message) ? null : message,
                attached == null ? JSON.arrayNode() : attached.refs(),
                entry.at(),
                Redaction.markOf(entry.data()),
                alone ? TranscriptEntry.ARTIFACT : TranscriptEntry.MESSAGE);
    }

    // A run whose start could not be read has no known event; its messages still have an owner.
    private static String eventId(LogEntry entry) {
        String event = entry.eventId();
        return event != null ? event : String.valueOf(entry.runId());
    }

    private static boolean isPlain(JsonNode message) {
        return message.path("content").isTextual()
                && message.properties().stream()
                        .allMatch(field -> field.getValue().isNull()
                                || field.getKey().equals("role")
                                || field.getKey().equals("content"));
    }

    private static boolean isOnlyText(JsonNode contents) {
        for (JsonNode element : contents) {
            if (!element.path("type").asText().equals("text")) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String plainText(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(element -> text.append(element.path("text").asText("")));
        return text.isEmpty() ? null : text.toString();
    }

    private static ArrayNode list(JsonNode node) {
        return node.isArray() ? (ArrayNode) node : JSON.arrayNode();
    }

    private static ObjectNode person(JsonNode envelope) {
        ObjectNode metadata = Redaction.markOf(envelope);
        JsonNode actor = envelope.path("actor");
        for (String field : new String[] {"actor_type", "actor_id", "actor_name"}) {
            if (actor.path(field).isTextual()) {
                metadata.set(field, actor.get(field));
            }
        }
        JsonNode subject = envelope.path("subject");
        if (subject.path("subject_type").asText().equals("message")
                && subject.path("subject_id").isTextual()) {
            metadata.set("subject_id", subject.get("subject_id"));
        }
        return metadata;
    }
}
