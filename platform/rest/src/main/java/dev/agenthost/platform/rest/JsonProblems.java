package dev.agenthost.platform.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Names what is wrong with a JSON body in words of the body: no class names, none of its text. */
public final class JsonProblems {

    private JsonProblems() {}

    /** 400 {@code invalid_argument}, with the field where Jackson knows it. */
    public static Problem problem(JsonProcessingException fault) {
        UndecodableException diagnosis = ProtocolCodec.diagnose(fault);
        return invalid("", diagnosis.field(), diagnosis.why());
    }

    /** 400 {@code invalid_argument} for a record that refused what it was given. */
    public static Problem invalid(String parent, String field, String why) {
        String path = parent.isEmpty() || field.isEmpty() ? parent + field : parent + "." + field;
        return path.isEmpty() || path.equals(UndecodableException.ROOT)
                ? Problem.of(FailureCode.INVALID_ARGUMENT, "The body " + why + ".", null)
                : Problem.of(FailureCode.INVALID_ARGUMENT, path + " " + why + ".", path);
    }
}
