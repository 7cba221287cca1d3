package dev.agenthost.im.discord.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renders a field of a question as a label with its component (https://docs.discord.com/developers/components/reference#label). The id of
 * a component begins with the kind of its field, which a submission does not tell otherwise.
 *
 * <pre>
 *  text, textarea, number   text input
 *  boolean                  string select of yes and no
 *  select, multiselect      string select
 *  file                     none
 * </pre>
 */
final class FormComponents {
    static final String TEXT = "t:";
    static final String NUMBER = "n:";
    static final String BOOLEAN = "b:";
    static final String SELECT = "s:";
    static final String MULTISELECT = "m:";

    static final String YES = "true";
    static final String NO = "false";

    private static final int LABEL = 18;
    private static final int TEXT_INPUT = 4;
    private static final int STRING_SELECT = 3;
    private static final int SHORT = 1;
    private static final int PARAGRAPH = 2;

    private static final int LONGEST_ID = 100;
    private static final int LONGEST_LABEL = 45;
    private static final int LONGEST_EXPLANATION = 100;
    /** https://docs.discord.com/developers/components/reference#text-input */
    private static final int LONGEST_TEXT = 4_000;
    /** https://docs.discord.com/developers/components/reference#string-select */
    private static final int MOST_OPTIONS = 25;

    private static final int LONGEST_CHOICE = 100;

    private FormComponents() {}

    /** Returns true for a field that can be shown, or left out because it is optional. */
    static boolean fits(InteractionField field) {
        return field.type() == InteractionField.Type.FILE
                ? !field.required()
                : SELECT.length() + field.id().length() <= LONGEST_ID
                        && field.options().size() <= MOST_OPTIONS
                        && field.options().stream()
                                .allMatch(option -> option.value().length() <= LONGEST_CHOICE);
    }

    /** Returns empty for a field that is not shown. */
    static Optional<ObjectNode> label(InteractionField field, boolean isChinese) {
        return component(field, isChinese).map(component -> {
            // A choice of yes or no is an answer, and none is, too.
            component.put("required", field.required() && field.type() != InteractionField.Type.BOOLEAN);
            ObjectNode label = JsonNodeFactory.instance
                    .objectNode()
                    .put("type", LABEL)
                    .put("label", line(field.label(), LONGEST_LABEL));
            String explanation = explanation(field);
            if (explanation != null) {
                label.put("description", explanation);
            }
            label.set("component", component);
            return label;
        });
    }

    /** A label is short: the words that are cut off follow below it, or else the placeholder does. */
    private static @Nullable String explanation(InteractionField field) {
        String label = PlainCharacters.of(field.label()).strip();
        if (label.length() > LONGEST_LABEL) {
            return line(label, LONGEST_EXPLANATION);
        }
        return field.placeholder() == null || field.placeholder().isBlank()
                ? null
                : line(field.placeholder(), LONGEST_EXPLANATION);
    }

    private static Optional<ObjectNode> component(InteractionField field, boolean isChinese) {
        return switch (field.type()) {
            case TEXT -> Optional.of(text(TEXT, SHORT, field));
            case TEXTAREA -> Optional.of(text(TEXT, PARAGRAPH, field));
            case NUMBER -> Optional.of(text(NUMBER, SHORT, field));
            case BOOLEAN -> Optional.of(box(field, isChinese));
            case SELECT -> Optional.of(select(SELECT, field, 1));
            case MULTISELECT ->
                Optional.of(select(MULTISELECT, field, field.options().size()));
            case FILE -> Optional.empty();
        };
    }

    private static ObjectNode text(String kind, int style, InteractionField field) {
        ObjectNode input = component(TEXT_INPUT, kind, field).put("style", style);
        JsonNode first = field.defaultValue();
        String text = first == null ? "" : PlainCharacters.of(first.asText());
        return text.isEmpty() || text.length() > LONGEST_TEXT ? input : input.put("value", text);
    }

    private static ObjectNode box(InteractionField field, boolean isChinese) {
        ObjectNode select =
                component(STRING_SELECT, BOOLEAN, field).put("min_values", 0).put("max_values", 1);
        ArrayNode options = select.putArray("options");
        boolean isYes = field.defaultValue() != null && field.defaultValue().booleanValue();
        options.add(option(isChinese ? "是" : "Yes", YES, null, isYes));
        options.add(option(isChinese ? "否" : "No", NO, null, false));
        return select;
    }

    private static ObjectNode select(String kind, InteractionField field, int most) {
        ObjectNode select = component(STRING_SELECT, kind, field)
                .put("min_values", field.required() ? 1 : 0)
                .put("max_values", most);
        ArrayNode options = select.putArray("options");
        for (InteractionOption option : field.options()) {
            options.add(option(option.label(), option.value(), option.description(), field.isDefault(option)));
        }
        return select;
    }

    /** The default of a multiselect is one value or several. */
    private static ObjectNode option(String label, String value, @Nullable String description, boolean isDefault) {
        ObjectNode option = JsonNodeFactory.instance
                .objectNode()
                .put("label", line(label, LONGEST_CHOICE))
                .put("value", value);
        if (description != null && !description.isBlank()) {
            option.put("description", line(description, LONGEST_CHOICE));
        }
        return isDefault ? option.put("default", true) : option;
    }

    private static ObjectNode component(int type, String kind, InteractionField field) {
        return JsonNodeFactory.instance.objectNode().put("type", type).put("custom_id", kind + field.id());
    }

    /** Returns the text on one line, shortened to its place; a blank one, which the platform refuses, is an ellipsis. */
    static String line(String text, int most) {
        String plain = PlainCharacters.of(text).replaceAll("\\s+", " ").strip();
        return plain.isEmpty() ? "…" : TextShortener.shorten(plain, most);
    }
}
