package dev.agenthost.im.slack.form;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A submitted form of a question (https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload).
 *
 * @param key of the question and of the button that opened the form
 * @param values by the id of the field; a field that was left empty is absent
 * @param noNumbers ids of the number fields whose texts are no numbers
 * @param fieldIds of the fields that the form shows
 * @param isChinese true for a form with Chinese texts
 */
public record ModalSubmission(
        ButtonKey key, ObjectNode values, Set<String> noNumbers, List<String> fieldIds, boolean isChinese) {
    public ModalSubmission {
        noNumbers = Set.copyOf(noNumbers);
        fieldIds = List.copyOf(fieldIds);
    }

    /** Returns true for the view of a form of the host. */
    public static boolean isForm(PlatformObject view) {
        return QuestionModal.CALLBACK.equals(view.text("callback_id"));
    }

    /**
     * Reads the view of a submission; empty if it has no key.
     *
     * @param view with {@code state.values[block_id][action_id]}
     */
    public static Optional<ModalSubmission> read(PlatformObject view) {
        String metadata = view.text("private_metadata");
        return ButtonKey.read(metadata == null ? "" : metadata).map(key -> {
            ObjectNode values = JsonNodeFactory.instance.objectNode();
            Set<String> noNumbers = new LinkedHashSet<>();
            for (Map.Entry<String, JsonNode> block :
                    view.node().at("/state/values").properties()) {
                JsonNode element = block.getValue().path(FormInputs.ACTION);
                String field = ViewId.decode(block.getKey());
                value(element).ifPresent(value -> values.set(field, value));
                if (isNoNumber(element)) {
                    noNumbers.add(field);
                }
            }
            boolean isChinese =
                    QuestionModal.isChineseView(view.node().at("/close/text").asText());
            return new ModalSubmission(key, values, noNumbers, fields(view), isChinese);
        });
    }

    private static List<String> fields(PlatformObject view) {
        return view.list("blocks").stream()
                .filter(block -> "input".equals(block.text("type")))
                .map(block -> block.node().path("block_id").asText())
                .filter(id -> !id.isEmpty())
                .map(ViewId::decode)
                .toList();
    }

    private static Optional<JsonNode> value(JsonNode element) {
        String text = element.path("value").asText("");
        return switch (element.path("type").asText()) {
            case FormInputs.TEXT -> text.isEmpty() ? Optional.empty() : Optional.of(TextNode.valueOf(text));
            case FormInputs.NUMBER -> NumberReader.read(text);
            case FormInputs.CHECKBOXES ->
                Optional.of(
                        BooleanNode.valueOf(!element.path("selected_options").isEmpty()));
            case FormInputs.SELECT ->
                Optional.ofNullable(element.at("/selected_option/value").textValue())
                        .map(value -> TextNode.valueOf(ViewId.decode(value)));
            case FormInputs.MULTISELECT -> choices(element.path("selected_options"));
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> choices(JsonNode options) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        options.forEach(option -> values.add(ViewId.decode(option.path("value").asText())));
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    private static boolean isNoNumber(JsonNode element) {
        String text = element.path("value").asText("");
        return element.path("type").asText().equals(FormInputs.NUMBER)
                && !text.isBlank()
                && NumberReader.read(text).isEmpty();
    }
}
