package dev.agenthost.protocol.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what Jackson throws into field and reason, in our words: Jackson's own repeat what people wrote. */
final class JsonErrorTranslator {
    private static final Pattern DUPLICATE = Pattern.compile("^Duplicate [A-Za-z ]+['\"](.*)['\"]", Pattern.DOTALL);
    private static final Pattern LIMIT = Pattern.compile("^([A-Za-z ]+) \\(.*exceeds the maximum allowed \\((\\d+)");
    private static final int LONGEST_NAME = 64;
    private static final Set<Class<?>> INTEGERS =
            Set.of(int.class, Integer.class, long.class, Long.class, short.class, Short.class, BigInteger.class);

    private JsonErrorTranslator() {}

    static UndecodableException of(Exception thrown) {
        String field = thrown instanceof JsonMappingException mapping ? path(mapping) : UndecodableException.ROOT;
        InvalidFieldException invalid = invalid(thrown);
        if (invalid != null) {
            return new UndecodableException(join(field, invalid.field()), invalid.why());
        }
        return new UndecodableException(field, why(thrown));
    }

    private static String why(Throwable thrown) {
        if (thrown instanceof InvalidTypeIdException) {
            return "has an unknown type";
        }
        if (thrown instanceof MismatchedInputException mismatched) {
            return mismatch(mismatched);
        }
        Throwable cause = thrown.getCause();
        if (thrown instanceof JsonMappingException && cause != null && cause != thrown) {
            return why(cause);
        }
        if (thrown instanceof StreamConstraintsException) {
            return limit(String.valueOf(thrown.getMessage()));
        }
        if (thrown instanceof InputCoercionException) {
            return "is a number out of range";
        }
        if (thrown instanceof JsonParseException parse) {
            Matcher duplicate = DUPLICATE.matcher(parse.getOriginalMessage());
            if (duplicate.find()) {
                return "has the member " + name(duplicate.group(1)) + " twice";
            }
            JsonLocation at = parse.getLocation();
            return at == null
                    ? "is not JSON"
                    : "is not JSON (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        }
        return "cannot be read";
    }

    /** Describes the exceeded limit, with its number and without the value. */
    private static String limit(String message) {
        Matcher limit = LIMIT.matcher(message);
        if (!limit.find()) {
            return "exceeds a limit of JSON";
        }
        String most = limit.group(2);
        return switch (limit.group(1)) {
            case "Document nesting depth" -> "is nested more than " + most + " levels deep";
            case "Token count" -> "has too many members and values, more than " + most;
            case "String value length" -> "has a string of more than " + most + " characters";
            case "Number value length" -> "has a number of more than " + most + " digits";
            case "Name length" -> "has a member's name of more than " + most + " characters";
            default -> "exceeds a limit of JSON: " + most;
        };
    }

    /** Describes a mismatch in JSON's terms, without the name of a class. */
    private static String mismatch(MismatchedInputException thrown) {
        String value = thrown.getOriginalMessage();
        if (thrown.getPath().isEmpty() && value.startsWith("No content")) {
            return "is empty";
        }
        if (value.startsWith("Trailing token")) {
            return "has content after its end";
        }
        Class<?> target = thrown.getTargetType();
        if (target == null) {
            return "has the wrong type";
        }
        return target.isEnum() ? "must be one of " + constants(target) : "must be " + kind(target);
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant instanceof WireName named
                        ? named.wire()
                        : constant.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private static String kind(Class<?> type) {
        if (CharSequence.class.isAssignableFrom(type)) {
            return "a string";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (INTEGERS.contains(type)) {
            return "an integer";
        }
        if (Number.class.isAssignableFrom(type) || type == double.class || type == float.class) {
            return "a number";
        }
        if (type == Instant.class) {
            return "a time such as 2026-01-31T12:00:00Z";
        }
        if (type == Duration.class) {
            return "a duration such as PT30S";
        }
        if (type == byte[].class) {
            return "a string of base64";
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type) || type == ArrayNode.class) {
            return "an array";
        }
        // A record of one text, such as an id, is that text on the wire.
        return isText(type) ? "a string in the documented form" : "an object";
    }

    private static boolean isText(Class<?> type) {
        return type == UUID.class
                || type.isRecord()
                        && type.getRecordComponents().length == 1
                        && (type.getRecordComponents()[0].getType() == String.class
                                || type.getRecordComponents()[0].getType() == UUID.class);
    }

    /** A member's name as its sender wrote it, short and without what a log or a terminal would obey. */
    private static String name(String value) {
        String plain = value.codePoints()
                .filter(point -> !Character.isISOControl(point))
                .limit(LONGEST_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return plain.isEmpty() ? "\"\"" : plain;
    }

    private static @Nullable InvalidFieldException invalid(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof InvalidFieldException found) {
                return found;
            }
        }
        return null;
    }

    private static String path(JsonMappingException thrown) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : thrown.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.isEmpty() ? UndecodableException.ROOT : path.toString();
    }

    private static String join(String path, String field) {
        if (field.isEmpty()) {
            return path;
        }
        return path.equals(UndecodableException.ROOT) ? field : path + "." + field;
    }
}
