package dev.agenthost.actiongraph.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.MemberNames;
import dev.agenthost.protocol.json.WireName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one JSON object. A member that breaks its rule adds an error and counts as absent, so that one reading finds all
 * errors. JSON null counts as absent. {@link #finish()} reports the members that nothing has read.
 */
public final class ObjectReader {
    /** Members by other names that models give them: those of the other carrier, and an executor's by its type. */
    private static final Map<String, Set<String>> OTHER_NAMES = Map.of(
            "depends_on", Set.of("depends"),
            "name", Set.of("target", "executor"),
            "target", Set.of("name", "executor"),
            "tool", Set.of("name", "target", "executor"),
            "agent", Set.of("name", "target", "executor"));

    /** Examples of the objects that models write as something else. */
    private static final Map<String, String> FORMS = Map.of(
            "executor", "{\"type\": \"tool\", \"target\": \"NAME\"}",
            "result_policy", "{\"return_to_model\": \"full\"}",
            "failure_policy", "{\"on_failure\": \"continue\", \"retry\": {\"max_attempts\": 3}}",
            "retry", "{\"max_attempts\": 3, \"delay_seconds\": 1}",
            "permission_policy", "{\"requires_approval\": true}",
            "loop", "{\"for_each\": \"action:ID.output\", \"max_iterations\": 10}",
            "range", "{\"from_line\": 1, \"to_line\": 40}",
            "refs", "{\"ref\": \"runtime://RUN/actions/ID/output\"}",
            "idempotency", "{\"key\": \"KEY\"}");

    /** Most members of an object whose names a warning lists. */
    private static final int MAX_NAMED = 8;

    private final ObjectNode object;
    private final String path;
    private final ViolationCollector violations;
    private final Set<String> known = new LinkedHashSet<>();

    private ObjectReader(ObjectNode object, String path, ViolationCollector violations) {
        this.object = object;
        this.path = path;
        this.violations = violations;
    }

    /** Returns a reader, or null after it has added an error because the value is no object. */
    public static @Nullable ObjectReader of(JsonNode value, String path, ViolationCollector violations) {
        if (value instanceof ObjectNode object) {
            return new ObjectReader(object, path, violations);
        }
        violations.error(path, Rule.FIELD_TYPE, "must be an object" + form(path) + ", not " + kind(value));
        return null;
    }

    /** An example of the object, as the rest of a sentence; empty for one that has none. */
    private static String form(String path) {
        String member = path.substring(path.lastIndexOf('.') + 1).replaceAll("\\[\\d+]$", "");
        String example = FORMS.get(member);
        return example == null ? "" : " such as " + example;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case STRING -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            default -> "null";
        };
    }

    /** The path of this object. */
    public String path() {
        return path;
    }

    /** The path of a member. */
    public String path(String member) {
        return path + "." + member;
    }

    public ViolationCollector violations() {
        return violations;
    }

    /** Adds an error at a member. */
    public void error(String member, Rule rule, String message) {
        violations.error(path(member), rule, message);
    }

    /** The value of a member, or null if it is absent. */
    public @Nullable JsonNode find(String member) {
        known.add(member);
        JsonNode value = object.get(member);
        return value == null || value.isNull() ? null : value;
    }

    /** The value of a member; adds an error if it is absent. */
    public @Nullable JsonNode require(String member, String remedy) {
        JsonNode value = find(member);
        if (value == null) {
            error(member, Rule.FIELD_MISSING, "is missing; " + remedy);
        }
        return value;
    }

    /** A string that is required. */
    public @Nullable String requireText(String member, TextRule rule) {
        JsonNode value = require(member, "it must be " + rule.form());
        return value == null ? null : text(value, path(member), rule, violations);
    }

    /** A string, or null if it is absent. */
    public @Nullable String text(String member, TextRule rule) {
        JsonNode value = find(member);
        return value == null ? null : text(value, path(member), rule, violations);
    }

    /** Checks one string; null after it has added an error. */
    public static @Nullable String text(JsonNode value, String path, TextRule rule, ViolationCollector violations) {
        if (!value.isTextual()) {
            violations.error(path, Rule.FIELD_TYPE, "must be a string");
            return null;
        }
        String text = value.textValue();
        Violation breach = rule.breach(text, path);
        if (breach != null) {
            violations.error(breach.path(), breach.rule(), breach.message());
        }
        return breach == null ? text : null;
    }

    /** A boolean, or null if it is absent. */
    public @Nullable Boolean flag(String member) {
        JsonNode value = find(member);
        if (value != null && !value.isBoolean()) {
            error(member, Rule.FIELD_TYPE, "must be true or false");
            return null;
        }
        return value == null ? null : value.booleanValue();
    }

    /** A whole number within limits (both included), or null if it is absent. {@code 6000.0} is a whole number, as in JSON Schema. */
    public @Nullable Integer integer(String member, int lowest, int highest) {
        BigDecimal number = number(member, lowest, highest);
        if (number == null) {
            return null;
        }
        if (number.stripTrailingZeros().scale() > 0) {
            error(member, Rule.FIELD_TYPE, "must be a whole number");
            return null;
        }
        return number.intValueExact();
    }

    /** A number within limits (both included), or null if it is absent. */
    public @Nullable BigDecimal number(String member, int lowest, int highest) {
        JsonNode value = find(member);
        if (value == null) {
            return null;
        }
        if (!value.isNumber()) {
            error(member, Rule.FIELD_TYPE, "must be a number");
            return null;
        }
        BigDecimal number = value.decimalValue();
        if (number.compareTo(BigDecimal.valueOf(lowest)) < 0 || number.compareTo(BigDecimal.valueOf(highest)) > 0) {
            error(member, Rule.FIELD_LIMIT, "must be within " + lowest + " and " + highest);
            return null;
        }
        return number;
    }

    /** A constant by its wire name, or null if it is absent. */
    public <E extends Enum<E> & WireName> @Nullable E constant(String member, Class<E> type) {
        JsonNode value = find(member);
        return value == null ? null : constant(value, path(member), type, violations);
    }

    /** A constant that is required. */
    public <E extends Enum<E> & WireName> @Nullable E requireConstant(String member, Class<E> type) {
        JsonNode value = require(member, "it must be one of " + names(type));
        return value == null ? null : constant(value, path(member), type, violations);
    }

    /** Checks one constant; null after it has added an error. */
    public static <E extends Enum<E> & WireName> @Nullable E constant(
            JsonNode value, String path, Class<E> type, ViolationCollector violations) {
        E found = value.isTextual() ? WireName.find(type, value.textValue()).orElse(null) : null;
        if (found == null) {
            violations.error(
                    path, value.isTextual() ? Rule.FIELD_VALUE : Rule.FIELD_TYPE, "must be one of " + names(type));
        }
        return found;
    }

    /** The elements of an array, read one by one; an element that its reader refuses is left out. Empty if the member is absent. */
    public <T> List<T> list(String member, int most, ElementReader<T> reader) {
        JsonNode value = find(member);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            error(member, Rule.FIELD_TYPE, "must be an array");
            return List.of();
        }
        if (value.size() > most) {
            error(member, Rule.FIELD_LIMIT, "has " + value.size() + " elements; the limit is " + most);
            return List.of();
        }
        List<T> elements = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            T element = reader.read(value.get(i), path(member) + "[" + i + "]", violations);
            if (element != null) {
                elements.add(element);
            }
        }
        return List.copyOf(elements);
    }

    /** As {@link #list}, where a single value may stand without its array. */
    public <T> List<T> listOrOne(String member, int most, ElementReader<T> reader) {
        JsonNode value = find(member);
        if (value == null || value.isArray()) {
            return list(member, most, reader);
        }
        if (value.isObject()) {
            error(member, Rule.FIELD_TYPE, "must be one value or an array of values, not an object");
            return List.of();
        }
        T element = reader.read(value, path(member), violations);
        return element == null ? List.of() : List.of(element);
    }

    /** A reader of an object, or null if it is absent. */
    public @Nullable ObjectReader object(String member) {
        JsonNode value = find(member);
        return value == null ? null : of(value, path(member), violations);
    }

    /**
     * Reports the members that were not read. A member that is a known one in other letters ({@code dependsOn} for {@code depends_on}), or that
     * belongs to another object, is an error, because the declaration would mean something else without it; any other is a warning, because a
     * later version may know it.
     */
    public void finish() {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                unread(name);
            }
        });
    }

    /** Reports each member that was not read as an error, where nobody would see a warning: the declaration ends the request. */
    public void finishStrictly() {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                violations.error(
                        path + "." + MemberNames.plain(name),
                        Rule.FIELD_UNKNOWN,
                        "is no member; the members are " + String.join(", ", known));
            }
        });
    }

    private void unread(String name) {
        String at = path + "." + MemberNames.plain(name);
        Optional<String> meant =
                known.stream().filter(candidate -> isMeant(name, candidate)).findFirst();
        Optional<String> place = MisplacedMembers.place(name);
        if (meant.isPresent()) {
            violations.error(at, Rule.FIELD_MISSPELLED, "is not a member; write " + meant.get());
        } else if (place.isPresent()) {
            violations.error(at, Rule.FIELD_MISPLACED, "has no effect here; it is a member of " + place.get());
        } else {
            violations.warn(at, Rule.FIELD_UNKNOWN, "is unknown and was ignored" + fewMembers());
        }
    }

    /** The members of a small object, as the rest of a sentence; empty for a large one. */
    private String fewMembers() {
        return known.size() > MAX_NAMED ? "" : "; the members are " + String.join(", ", known);
    }

    /** Returns true for other letters, a letter more, less or other, or another name of the member. */
    private static boolean isMeant(String name, String candidate) {
        return letters(candidate).equals(letters(name))
                || MemberNames.isTypo(name, candidate)
                || OTHER_NAMES.getOrDefault(name, Set.of()).contains(candidate);
    }

    /** The wire names of an enum, for a message. */
    public static <E extends Enum<E> & WireName> String names(Class<E> type) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .map(WireName::wire)
                .collect(Collectors.joining(", "));
    }

    private static String letters(String name) {
        return name.replaceAll("[_\\-\\s]", "").toLowerCase(Locale.ROOT);
    }

    /** Reads one element of an array. */
    @FunctionalInterface
    public interface ElementReader<T> {
        /** Returns the element, or null after it has added an error at {@code path}. */
        @Nullable
        T read(JsonNode value, String path, ViolationCollector violations);
    }
}
