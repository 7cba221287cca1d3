package dev.agenthost.protocol.form;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcome of reading a {@code config_schema}. */
public sealed interface FormParseResult {
    /** A form against which configurations are checked. */
    record Readable(Form form) implements FormParseResult {}

    /**
     * No form: configurations cannot be checked.
     *
     * @param why for the runner's author; names the field
     */
    record Unreadable(String why) implements FormParseResult {}

    /** Most fields of a form. */
    int MOST_FIELDS = 500;
    /** Longest name of a field, in characters. */
    int LONGEST_NAME = 200;

    /** Reads LangBot's {@code DynamicFormItemSchema}; attributes of appearance are ignored. */
    static FormParseResult read(List<JsonNode> schema) {
        if (schema.size() > MOST_FIELDS) {
            return new Unreadable("config_schema has more than " + MOST_FIELDS + " fields");
        }
        List<FormField> fields = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < schema.size(); i++) {
            JsonNode declared = schema.get(i);
            String at = "config_schema[" + i + "]";
            String name = declared.path("name").textValue();
            String fault = fault(declared, name);
            if (fault != null || name == null) {
                return new Unreadable(at + (fault == null ? " has no name" : fault));
            }
            if (!names.add(name)) {
                return new Unreadable(at + " has the same name as another field");
            }
            FormField field = field(declared, name);
            JsonNode usual = field.usual();
            Optional<FormViolation> breach = usual == null ? Optional.empty() : FieldValue.breach(field, usual);
            if (breach.isPresent()) {
                return new Unreadable(at + ".default " + breach.get().why());
            }
            fields.add(field);
        }
        return new Readable(new Form(fields));
    }

    private static @Nullable String fault(JsonNode declared, @Nullable String name) {
        if (name == null || name.isBlank() || name.length() > LONGEST_NAME) {
            return " has no name, or one of more than " + LONGEST_NAME + " characters";
        }
        if (!declared.path("type").isTextual()) {
            return " has no type";
        }
        JsonNode required = declared.path("required");
        if (declared.hasNonNull("required") && !required.isBoolean()) {
            return ".required must be true or false";
        }
        if (FieldKind.ofType(declared.path("type").asText()) == FieldKind.SELECT
                && options(declared).isEmpty()) {
            return " is a select without options";
        }
        JsonNode members = declared.path("members");
        if (declared.hasNonNull("members")
                && !(members.isArray() && members.valueStream().allMatch(JsonNode::isTextual))) {
            return ".members must be a list of strings";
        }
        return Stream.of("minimum", "maximum")
                .filter(limit ->
                        declared.hasNonNull(limit) && !declared.path(limit).isNumber())
                .findFirst()
                .map(limit -> "." + limit + " must be a number")
                .orElse(null);
    }

    private static @Nullable BigDecimal bound(JsonNode declared, String limit) {
        return declared.path(limit).isNumber() ? declared.path(limit).decimalValue() : null;
    }

    private static FormField field(JsonNode declared, String name) {
        FieldKind kind = FieldKind.ofType(declared.path("type").asText());
        JsonNode usual = declared.path("default");
        // Only a person sets a secret; a default of the form is ignored.
        boolean none = usual.isMissingNode() || usual.isNull() || kind == FieldKind.SECRET;
        return new FormField(
                name,
                kind,
                declared.path("required").asBoolean(false),
                none ? null : usual,
                options(declared),
                bound(declared, "minimum"),
                bound(declared, "maximum"),
                declared.path("members").valueStream().map(JsonNode::textValue).toList(),
                declared.path("show_if").isObject() ? VisibilityCondition.read(declared.path("show_if")) : null);
    }

    /** An option is an object with a name, or its name. */
    private static List<String> options(JsonNode declared) {
        List<String> names = new ArrayList<>();
        for (JsonNode option : declared.path("options")) {
            String name = option.isTextual()
                    ? option.textValue()
                    : option.path("name").textValue();
            if (name != null) {
                names.add(name);
            }
        }
        return names;
    }
}
