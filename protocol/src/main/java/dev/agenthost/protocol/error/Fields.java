package dev.agenthost.protocol.error;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The checks of this module's compact constructors. A breach names the field as the wire does. */
public final class Fields {
    private Fields() {}

    /** Returns the value; null is a breach. */
    public static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw new InvalidFieldException(field, "is missing");
        }
        return value;
    }

    /** Returns the text; null or a blank text is a breach. */
    public static String text(@Nullable String value, String field) {
        if (value == null) {
            throw new InvalidFieldException(field, "is missing");
        }
        if (value.isBlank()) {
            throw new InvalidFieldException(field, "is empty");
        }
        return value;
    }

    /** Returns the text; null, a blank text, or one of more characters than {@code most} is a breach. */
    public static String text(@Nullable String value, int most, String field) {
        String text = text(value, field);
        if (text.length() > most) {
            throw new InvalidFieldException(field, "must have at most " + most + " characters");
        }
        return text;
    }

    /** Returns the value, or its default where the wire omits it. */
    public static <T> T or(@Nullable T value, T standIn) {
        return value == null ? standIn : value;
    }

    /** Returns the number; one outside the limits (both included) is a breach. */
    public static long within(long value, long lowest, long highest, String field) {
        if (value < lowest || value > highest) {
            throw new InvalidFieldException(field, "must be within " + lowest + " and " + highest);
        }
        return value;
    }

    /** Returns an unmodifiable copy; empty where the wire omits the list. No element may be null. */
    public static <T> List<T> list(@Nullable List<T> values, String field) {
        if (values == null) {
            return List.of();
        }
        if (values.stream().anyMatch(Objects::isNull)) {
            throw new InvalidFieldException(field, "must not contain null");
        }
        return List.copyOf(values);
    }

    /** Returns an unmodifiable copy; empty where the wire omits the list. More elements than {@code most} are a breach, as is null. */
    public static <T> List<T> list(@Nullable List<T> values, int most, String field) {
        List<T> list = list(values, field);
        if (list.size() > most) {
            throw new InvalidFieldException(field, "must have at most " + most + " elements");
        }
        return list;
    }

    /** Returns an unmodifiable copy in the same order; empty where the wire omits the map. */
    public static <K, V> Map<K, V> map(@Nullable Map<K, V> values) {
        return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns the tree itself (no code changes a tree); an empty object where the wire omits it. */
    public static ObjectNode object(@Nullable ObjectNode value) {
        return value == null ? JsonNodeFactory.instance.objectNode() : value;
    }

    /** Returns the tree, or null for a JSON null. */
    public static @Nullable JsonNode nullable(@Nullable JsonNode value) {
        return value == null || value.isNull() || value.isMissingNode() ? null : value;
    }
}
