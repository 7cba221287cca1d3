package dev.agenthost.im.chat.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A text with its entities. Text and entities are sent instead of a dialect of markup, so nothing needs to be escaped and nothing can be
 * malformed.
 */
public record FormattedText(String text, List<TextEntity> entities) {
    static final FormattedText EMPTY = new FormattedText("", List.of());

    public FormattedText {
        entities = List.copyOf(entities);
    }

    /** A text without entities. */
    public static FormattedText plain(String text) {
        return new FormattedText(PlainCharacters.of(text), List.of());
    }

    /** Returns the text of a call, as {@link #writeTo} wrote it. */
    public static FormattedText of(ObjectNode parameters) {
        List<TextEntity> entities = new ArrayList<>();
        parameters.path("entities").forEach(entity -> entities.add(TextEntity.of(entity)));
        return new FormattedText(parameters.path("text").asText(), entities);
    }

    /** True if nothing is visible. */
    public boolean isBlank() {
        return text.isBlank();
    }

    /** Returns the range of this text, with what the range has of its entities. */
    public FormattedText slice(int from, int to) {
        return new FormattedText(
                text.substring(from, to),
                entities.stream()
                        .map(entity -> entity.within(from, to))
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** Writes the text and its entities as parameters of a method. */
    public void writeTo(ObjectNode parameters) {
        parameters.put("text", text);
        if (!entities.isEmpty()) {
            ArrayNode array = parameters.putArray("entities");
            entities.forEach(entity -> entity.writeTo(array.addObject()));
        }
    }
}
