package dev.agenthost.protocol.form;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Checks whether a field has a value, and whether the value has the shape of its kind. A violation never repeats the value. */
final class FieldValue {
    private static final String NONE = "__none__";
    private static final String FILE_KEY = "file_key";

    private FieldValue() {}

    /** Returns true if a person has filled in no value. */
    static boolean isEmpty(FieldKind kind, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return true;
        }
        return switch (kind) {
            case TEXT, SELECT, SECRET, FILE -> isBlank(value);
            case ID, ID_OR_IDS -> isBlank(value) || isNone(value) || isEmptyList(value);
            case PROMPT -> isBlank(value) || isEmptyList(value);
            case TEXTS, IDS, FILES -> isEmptyList(value);
            case FALLBACK -> value.isObject() && isEmpty(FieldKind.ID, value.path("primary"));
            case INTEGER, NUMBER, BOOLEAN, JSON, ANY -> false;
        };
    }

    /**
     * Returns the breach of the kind's shape.
     *
     * @param value neither missing nor null
     */
    static Optional<FormViolation> breach(FormField field, JsonNode value) {
        String name = field.name();
        return switch (field.kind()) {
            case TEXT -> unless(value.isTextual() || isReference(value), name, "must be a string");
            case INTEGER ->
                unless(value.isIntegralNumber(), name, "must be an integer").or(() -> outOfBounds(field, value));
            case NUMBER -> unless(value.isNumber(), name, "must be a number").or(() -> outOfBounds(field, value));
            case BOOLEAN -> unless(value.isBoolean(), name, "must be true or false");
            case SELECT ->
                unless(
                        isBlank(value) || value.isTextual() && field.options().contains(value.textValue()),
                        name,
                        "must be one of its options: " + String.join(", ", field.options()));
            case TEXTS -> texts(name, value, "must be a list of strings");
            case SECRET ->
                unless(
                        isBlank(value) || isReference(value),
                        name,
                        "must not contain a secret: configure the secret and write {\"secret_ref\": \"ITS_NAME\"} here");
            case ID -> unless(value.isTextual(), name, "must be an id");
            case IDS -> texts(name, value, "must be a list of ids");
            case ID_OR_IDS -> value.isTextual() ? Optional.empty() : texts(name, value, "must be a list of ids");
            case FALLBACK -> fallback(name, value).or(() -> unknownMember(field, value));
            case FILE -> unless(isFile(value), name, "must be the key of a file or an object with a file_key");
            case FILES -> files(name, value);
            case PROMPT -> prompt(name, value);
            case JSON -> unknownMember(field, value);
            case ANY -> Optional.empty();
        };
    }

    private static Optional<FormViolation> outOfBounds(FormField field, JsonNode number) {
        BigDecimal least = field.minimum();
        BigDecimal most = field.maximum();
        if (least != null && number.decimalValue().compareTo(least) < 0) {
            return Optional.of(new FormViolation(field.name(), "must be at least " + least));
        }
        return most != null && number.decimalValue().compareTo(most) > 0
                ? Optional.of(new FormViolation(field.name(), "must be at most " + most))
                : Optional.empty();
    }

    /** A member that is null is absent. */
    private static Optional<FormViolation> unknownMember(FormField field, JsonNode value) {
        List<String> known = field.members();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        if (!value.isArray()) {
            return unknownMember(field.name(), known, value);
        }
        return IntStream.range(0, value.size())
                .mapToObj(i -> unknownMember(field.name() + "[" + i + "]", known, value.get(i)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<FormViolation> unknownMember(String path, List<String> known, JsonNode object) {
        return object.propertyStream()
                .filter(member ->
                        !known.contains(member.getKey()) && !member.getValue().isNull())
                .findFirst()
                .map(member -> new FormViolation(
                        path + "." + Form.cut(member.getKey()),
                        "is unknown; the members are " + String.join(", ", known)));
    }

    private static Optional<FormViolation> fallback(String name, JsonNode value) {
        if (!value.isObject()) {
            return Optional.of(new FormViolation(name, "must have the form {\"primary\": …, \"fallbacks\": […]}"));
        }
        JsonNode primary = value.path("primary");
        JsonNode fallbacks = value.path("fallbacks");
        return unless(primary.isTextual() || isAbsent(primary), name + ".primary", "must be an id")
                .or(() -> isAbsent(fallbacks)
                        ? Optional.empty()
                        : texts(name + ".fallbacks", fallbacks, "must be a list of ids"));
    }

    private static Optional<FormViolation> files(String name, JsonNode value) {
        if (!value.isArray()) {
            return Optional.of(new FormViolation(name, "must be a list of files"));
        }
        for (int i = 0; i < value.size(); i++) {
            if (!isFile(value.get(i))) {
                return Optional.of(new FormViolation(
                        name + "[" + i + "]", "must be the key of a file or an object with a file_key"));
            }
        }
        return Optional.empty();
    }

    private static Optional<FormViolation> prompt(String name, JsonNode value) {
        if (value.isTextual()) {
            return Optional.empty();
        }
        if (!value.isArray()) {
            return Optional.of(new FormViolation(name, "must be a string or a list of messages"));
        }
        for (int i = 0; i < value.size(); i++) {
            JsonNode message = value.get(i);
            if (!message.path("role").isTextual() || !message.has("content")) {
                return Optional.of(new FormViolation(
                        name + "[" + i + "]", "must be a message with a role (a string) and a content"));
            }
        }
        return Optional.empty();
    }

    private static Optional<FormViolation> texts(String name, JsonNode value, String why) {
        if (!value.isArray()) {
            return Optional.of(new FormViolation(name, why));
        }
        for (int i = 0; i < value.size(); i++) {
            if (!value.get(i).isTextual()) {
                return Optional.of(new FormViolation(name + "[" + i + "]", "must be a string"));
            }
        }
        return Optional.empty();
    }

    private static Optional<FormViolation> unless(boolean fits, String field, String why) {
        return fits ? Optional.empty() : Optional.of(new FormViolation(field, why));
    }

    private static boolean isReference(JsonNode value) {
        return SecretReference.of(value).isPresent();
    }

    private static boolean isFile(JsonNode value) {
        return value.isTextual() || value.path(FILE_KEY).isTextual();
    }

    private static boolean isBlank(JsonNode value) {
        return value.isTextual() && value.textValue().isBlank();
    }

    private static boolean isNone(JsonNode value) {
        return value.isTextual() && value.textValue().equals(NONE);
    }

    private static boolean isEmptyList(JsonNode value) {
        return value.isArray() && value.isEmpty();
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
