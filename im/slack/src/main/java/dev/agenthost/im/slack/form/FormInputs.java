package dev.agenthost.im.slack.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renders a field of a question as an input block (https://docs.slack.dev/reference/block-kit/blocks/input-block).
 *
 * <pre>
 *  text, textarea   plain_text_input
 *  number           number_input
 *  boolean          checkboxes with one option
 *  select           static_select
 *  multiselect      multi_static_select
 *  file             none
 * </pre>
 */
final class FormInputs {
    static final String TEXT = "plain_text_input";
    static final String NUMBER = "number_input";
    static final String CHECKBOXES = "checkboxes";
    static final String SELECT = "static_select";
    static final String MULTISELECT = "multi_static_select";

    /** The {@code action_id} of each element: a block has one. */
    static final String ACTION = "value";

    /** https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element */
    private static final int LONGEST_TEXT = 3000;

    private static final int LONGEST_ID = 255;
    private static final int LONGEST_LABEL = 2000;
    private static final int LONGEST_PLACEHOLDER = 150;
    /** https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
    private static final int LONGEST_CHOICE = 75;

    private static final int LONGEST_VALUE = 150;

    private FormInputs() {}

    /** Returns true for a field that can be shown, or left out because it is optional. */
    static boolean fits(InteractionField field) {
        return field.type() == InteractionField.Type.FILE
                ? !field.required()
                : ViewId.encode(field.id()).length() <= LONGEST_ID
                        && field.options().stream()
                                .allMatch(
                                        option -> ViewId.encode(option.value()).length() <= LONGEST_VALUE);
    }

    /** Returns empty for a field that is not shown. */
    static Optional<ObjectNode> block(InteractionField field, boolean isChinese) {
        return element(field, isChinese).map(element -> {
            element.put("action_id", ACTION);
            ObjectNode block = JsonNodeFactory.instance
                    .objectNode()
                    .put("type", "input")
                    .put("block_id", ViewId.encode(field.id()))
                    // A box that is not checked is an answer.
                    .put("optional", !field.required() || field.type() == InteractionField.Type.BOOLEAN);
            block.set("label", ModalText.of(field.label(), LONGEST_LABEL));
            block.set("element", element);
            explain(field.placeholder(), block, element);
            return block;
        });
    }

    /** A placeholder that is too long for its element, or whose element has none, is a hint. */
    private static void explain(@Nullable String placeholder, ObjectNode block, ObjectNode element) {
        if (placeholder == null || placeholder.isBlank()) {
            return;
        }
        boolean isHint = placeholder.length() > LONGEST_PLACEHOLDER
                || element.path("type").asText().equals(CHECKBOXES);
        if (isHint) {
            block.set("hint", ModalText.of(placeholder, LONGEST_LABEL));
        } else {
            element.set("placeholder", ModalText.line(placeholder, LONGEST_PLACEHOLDER));
        }
    }

    private static Optional<ObjectNode> element(InteractionField field, boolean isChinese) {
        return switch (field.type()) {
            case TEXT -> Optional.of(text(field));
            case TEXTAREA -> Optional.of(text(field).put("multiline", true));
            case NUMBER -> Optional.of(number(field));
            case BOOLEAN -> Optional.of(box(field, isChinese));
            case SELECT -> Optional.of(select(field));
            case MULTISELECT -> Optional.of(multiselect(field));
            case FILE -> Optional.empty();
        };
    }

    private static ObjectNode text(InteractionField field) {
        ObjectNode element = element(TEXT);
        JsonNode first = field.defaultValue();
        String text = first == null ? "" : PlainCharacters.of(first.asText());
        if (!text.isEmpty() && text.length() <= LONGEST_TEXT) {
            element.put("initial_value", text);
        }
        return element;
    }

    /** https://docs.slack.dev/reference/block-kit/block-elements/number-input-element */
    private static ObjectNode number(InteractionField field) {
        ObjectNode element = element(NUMBER).put("is_decimal_allowed", true);
        JsonNode first = field.defaultValue();
        if (first != null && first.isNumber() && first.asText().matches("-?[0-9.]{1,40}")) {
            element.put("initial_value", first.asText());
        }
        return element;
    }

    /** https://docs.slack.dev/reference/block-kit/block-elements/checkboxes-element */
    private static ObjectNode box(InteractionField field, boolean isChinese) {
        ObjectNode element = element(CHECKBOXES);
        ObjectNode yes = option(isChinese ? "是" : "Yes", "true", null);
        element.putArray("options").add(yes);
        if (field.defaultValue() != null && field.defaultValue().booleanValue()) {
            element.putArray("initial_options").add(yes.deepCopy());
        }
        return element;
    }

    /** https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element */
    private static ObjectNode select(InteractionField field) {
        ObjectNode element = withOptions(SELECT, field);
        for (InteractionOption option : field.options()) {
            if (field.isDefault(option)) {
                element.set("initial_option", option(option));
            }
        }
        return element;
    }

    /** https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element */
    private static ObjectNode multiselect(InteractionField field) {
        ObjectNode element = withOptions(MULTISELECT, field);
        ArrayNode first = JsonNodeFactory.instance.arrayNode();
        field.options().stream().filter(option -> field.isDefault(option)).forEach(option -> first.add(option(option)));
        if (!first.isEmpty()) {
            element.set("initial_options", first);
        }
        return element;
    }

    private static ObjectNode withOptions(String type, InteractionField field) {
        ObjectNode element = element(type);
        ArrayNode options = element.putArray("options");
        field.options().forEach(option -> options.add(option(option)));
        return element;
    }

    /** The default of a multiselect is one value or several. */
    private static ObjectNode option(InteractionOption option) {
        return option(option.label(), ViewId.encode(option.value()), option.description());
    }

    private static ObjectNode option(String label, String value, @Nullable String description) {
        ObjectNode option = JsonNodeFactory.instance.objectNode().put("value", value);
        option.set("text", ModalText.line(label, LONGEST_CHOICE));
        if (description != null && !description.isBlank()) {
            option.set("description", ModalText.line(description, LONGEST_CHOICE));
        }
        return option;
    }

    private static ObjectNode element(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }
}
