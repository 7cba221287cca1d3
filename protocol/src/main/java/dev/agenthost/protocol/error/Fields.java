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

/** What the compact constructors of this module check. A breach names the field as the wire does. */
public final class Fields {
    private Fields() {}

    /** The value, which must be there. */
    public static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw new InvalidFieldException(field, "is missing");
        }
        return value;
    }

    /** The text, which must be there and hold more than blanks. */
    public static String text(@Nullable String value, String field) {
        if (value == null) {
            throw new InvalidFieldException(field, "is missing");
        }
        if (value.isBlank()) {
            throw new InvalidFieldException(field, "is empty");
        }
        return value;
    }

    /** The value, or what stands for it when the wire leaves it out. */
    public static <T> T or(@Nullable T value, T standIn) {
        return value == null ? standIn : value;
    }

    /** The number, which must lie within the limits (both included). */
    public static long within(long value, long lowest, long highest, String field) {
        if (value < lowest || value > highest) {
            throw new InvalidFieldException(field, "is not within " + lowest + " and " + highest);
        }
        return value;
    }

    /** An unmodifiable copy; empty when the wire leaves it out. No element may be null. */
    public static <T> List<T> list(@Nullable List<T> values, String field) {
        if (values == null) {
            return List.of();
        }
        if (values.stream().anyMatch(Objects::isNull)) {
            throw new InvalidFieldException(field, "holds a null");
        }
        return List.copyOf(values);
    }

    /** An unmodifiable copy that keeps the order; empty when the wire leaves it out. */
    public static <K, V> Map<K, V> map(@Nullable Map<K, V> values) {
        return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The tree itself (trees are handed on, never changed); an empty object when the wire leaves it out. */
    public static ObjectNode object(@Nullable ObjectNode value) {
        return value == null ? JsonNodeFactory.instance.objectNode() : value;
    }

    /** The tree, or null for what JSON calls null. */
    public static @Nullable JsonNode nullable(@Nullable JsonNode value) {
        return value == null || value.isNull() || value.isMissingNode() ? null : value;
    }
}
