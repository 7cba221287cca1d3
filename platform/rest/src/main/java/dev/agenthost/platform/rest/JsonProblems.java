package dev.agenthost.platform.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Describes faults of a JSON body with words of the body: no class names, none of its text. */
public final class JsonProblems {

    private JsonProblems() {}

    /** Returns 400 {@code invalid_argument}, with the field if Jackson reports it. */
    public static Problem problem(JsonProcessingException fault) {
        UndecodableException diagnosis = ProtocolCodec.diagnose(fault);
        return invalid("", diagnosis.field(), diagnosis.why());
    }

    /** Returns 400 {@code invalid_argument} for a value that a record refused. */
    public static Problem invalid(String parent, String field, String why) {
        String path = parent.isEmpty() || field.isEmpty() ? parent + field : parent + "." + field;
        return path.isEmpty() || path.equals(UndecodableException.ROOT)
                ? Problem.of(FailureCode.INVALID_ARGUMENT, "The body " + why + ".", null)
                : Problem.of(FailureCode.INVALID_ARGUMENT, path + " " + why + ".", path);
    }
}
