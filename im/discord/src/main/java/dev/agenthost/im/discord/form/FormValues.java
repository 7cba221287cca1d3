package dev.agenthost.im.discord.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.im.chat.text.NumberReader;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A submitted form of a question (https://docs.discord.com/developers/components/reference#label-label-interaction-response-structure).
 *
 * @param key of the question and of the button that opened the form
 * @param values by the id of the field; a field that was left empty is absent
 * @param noNumbers ids of the number fields whose texts are no numbers
 */
public record FormValues(ButtonKey key, ObjectNode values, Set<String> noNumbers) {
    public FormValues {
        noNumbers = Set.copyOf(noNumbers);
    }

    /** Reads the member {@code data} of a submission; empty for a form of another program. */
    public static Optional<FormValues> read(PlatformObject data) {
        String id = data.text("custom_id");
        return id == null || !id.startsWith(QuestionForm.ID_PREFIX)
                ? Optional.empty()
                : ButtonKey.read(id.substring(QuestionForm.ID_PREFIX.length())).map(key -> read(key, data));
    }

    private static FormValues read(ButtonKey key, PlatformObject data) {
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        Set<String> noNumbers = new LinkedHashSet<>();
        for (PlatformObject label : data.list("components")) {
            JsonNode component = label.node().path("component");
            String id = component.path("custom_id").asText();
            if (id.length() > FormComponents.TEXT.length()) {
                String kind = id.substring(0, FormComponents.TEXT.length());
                String field = id.substring(FormComponents.TEXT.length());
                value(kind, component).ifPresent(value -> values.set(field, value));
                if (isNoNumber(kind, component)) {
                    noNumbers.add(field);
                }
            }
        }
        return new FormValues(key, values, noNumbers);
    }

    private static Optional<JsonNode> value(String kind, JsonNode component) {
        String text = component.path("value").asText("");
        JsonNode chosen = component.path("values");
        return switch (kind) {
            case FormComponents.TEXT -> text.isEmpty() ? Optional.empty() : Optional.of(TextNode.valueOf(text));
            case FormComponents.NUMBER -> NumberReader.read(text);
            case FormComponents.BOOLEAN ->
                Optional.of(BooleanNode.valueOf(
                        FormComponents.YES.equals(chosen.path(0).asText())));
            case FormComponents.SELECT ->
                Optional.ofNullable(chosen.path(0).textValue()).map(TextNode::valueOf);
            case FormComponents.MULTISELECT -> choices(chosen);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> choices(JsonNode chosen) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        chosen.forEach(value -> values.add(value.asText()));
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    private static boolean isNoNumber(String kind, JsonNode component) {
        String text = component.path("value").asText("");
        return kind.equals(FormComponents.NUMBER)
                && !text.isBlank()
                && NumberReader.read(text).isEmpty();
    }
}
