package dev.agenthost.protocol.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.agenthost.protocol.field.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/** Turns what Jackson throws into field and reason, in our words: Jackson's own repeat what people wrote. */
final class Diagnosis {
    private Diagnosis() {}

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
            return "is of no known kind";
        }
        if (thrown instanceof InvalidFormatException) {
            return "has a value that is not accepted here";
        }
        if (thrown instanceof MismatchedInputException mismatched) {
            Class<?> target = mismatched.getTargetType();
            return target == null ? "has the wrong type" : "has the wrong type, not " + target.getSimpleName();
        }
        Throwable cause = thrown.getCause();
        if (thrown instanceof JsonMappingException && cause != null && cause != thrown) {
            return why(cause);
        }
        if (thrown instanceof StreamConstraintsException) {
            String said = thrown.getMessage();
            return said != null && said.contains("oken count")
                    ? "has too many names and values"
                    : "is nested too deep, or a value is too long";
        }
        if (thrown instanceof JsonParseException parse) {
            JsonLocation at = parse.getLocation();
            return at == null
                    ? "is not JSON"
                    : "is not JSON (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        }
        return "cannot be read";
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
