package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The texts that the model received in place of messages, which add passages of a knowledge base. Every later turn sends the same
 * text again, to the byte.
 */
public record MessageReplacements(Map<String, String> byEvent) {
    /** The maximum of all texts together, in characters: they are one value of state, which has a limit. */
    private static final int MOST = 60_000;

    public MessageReplacements {
        byEvent = new LinkedHashMap<>(byEvent);
    }

    /** Parses the stored texts; other values are ignored. */
    public static MessageReplacements read(@Nullable JsonNode kept) {
        Map<String, String> byEvent = new LinkedHashMap<>();
        if (kept != null) {
            kept.properties().stream()
                    .filter(field -> field.getValue().isTextual())
                    .forEach(field ->
                            byEvent.put(field.getKey(), field.getValue().textValue()));
        }
        return new MessageReplacements(byEvent);
    }

    public ObjectNode json() {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        byEvent.forEach(kept::put);
        return kept;
    }

    String inPlaceOf(HistoryMessage message) {
        return message.role().equals("user")
                ? Objects.requireNonNullElse(byEvent.get(message.eventId()), message.text())
                : message.text();
    }

    /** Adds a text; removes the oldest ones beyond the maximum. */
    public MessageReplacements with(String eventId, String text) {
        Map<String, String> all = new LinkedHashMap<>(byEvent);
        all.put(eventId, text);
        int characters = all.values().stream().mapToInt(String::length).sum();
        var oldest = all.entrySet().iterator();
        while (characters > MOST && oldest.hasNext()) {
            characters -= oldest.next().getValue().length();
            oldest.remove();
        }
        return new MessageReplacements(all);
    }

    /** Only the texts of these entries. */
    public MessageReplacements within(List<HistoryMessage> entries) {
        var here = entries.stream().map(HistoryMessage::eventId).collect(Collectors.toSet());
        Map<String, String> left = new LinkedHashMap<>(byEvent);
        left.keySet().retainAll(here);
        return new MessageReplacements(left);
    }
}
