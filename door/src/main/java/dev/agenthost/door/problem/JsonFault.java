package dev.agenthost.door.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Says what is wrong with a JSON body in words of the body: no class names, none of its text. */
public final class JsonFault {

    private JsonFault() {}

    /** 400 {@code invalid_argument}, with the field where Jackson knows it. */
    public static Problem problem(JsonProcessingException fault) {
        if (fault instanceof JsonMappingException mapping) {
            if (mapping.getCause() instanceof InvalidFieldException invalid) {
                return invalid(path(mapping), invalid.field(), invalid.why());
            }
            return invalid(path(mapping), "", why(mapping));
        }
        return Problem.of(FailureCode.INVALID_ARGUMENT, "The body is not well-formed JSON" + where(fault) + ".", null);
    }

    /** 400 {@code invalid_argument} for a record that refused what it was given. */
    public static Problem invalid(String parent, String field, String why) {
        String path = parent.isEmpty() || field.isEmpty() ? parent + field : parent + "." + field;
        return path.isEmpty() || path.equals(UndecodableException.ROOT)
                ? Problem.of(FailureCode.INVALID_ARGUMENT, "The body " + why + ".", null)
                : Problem.of(FailureCode.INVALID_ARGUMENT, path + " " + why + ".", path);
    }

    private static String why(JsonMappingException fault) {
        if (fault instanceof InvalidFormatException format) {
            Class<?> target = format.getTargetType();
            if (target != null && target.isEnum()) {
                return "must be one of "
                        + Arrays.stream(target.getEnumConstants())
                                .map(String::valueOf)
                                .map(String::toLowerCase)
                                .collect(Collectors.joining(", "));
            }
            return "has a value that cannot be read";
        }
        if (fault instanceof MismatchedInputException mismatch && isEmpty(mismatch)) {
            return "is empty";
        }
        return "is missing or has the wrong type";
    }

    private static boolean isEmpty(MismatchedInputException fault) {
        return fault.getPath().isEmpty() && fault.getOriginalMessage().startsWith("No content");
    }

    private static String where(JsonProcessingException fault) {
        var location = fault.getLocation();
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    /** {@code input.contents[2].text}. */
    private static String path(JsonMappingException fault) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : fault.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }
}
