package dev.agenthost.orchestrator.hostapi.write;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.protocol.error.FailureCode;
import java.util.Optional;
import java.util.regex.Pattern;

/** The precondition of a write to state or storage: {@code if_match} an etag, {@code if_absent} no value. */
final class WritePrecondition {
    private static final Pattern ETAG = Pattern.compile("[!-~]{1,64}");

    private WritePrecondition() {}

    /** Returns the refusal of a set; empty if its precondition is valid. */
    static Optional<HostCallResponse> faultOfSet(JsonNode data) {
        JsonNode absent = data.path("if_absent");
        if (isPresent(absent) && !absent.isBoolean()) {
            return refused("if_absent must be true or false");
        }
        if (absent.asBoolean() && isPresent(data.path("if_match"))) {
            return refused("if_absent contradicts if_match");
        }
        return faultOfEtag(data);
    }

    /** Returns the refusal of a delete; empty if its precondition is valid. */
    static Optional<HostCallResponse> faultOfEtag(JsonNode data) {
        JsonNode etag = data.path("if_match");
        boolean fits = !isPresent(etag)
                || etag.isTextual() && ETAG.matcher(etag.textValue()).matches();
        return fits ? Optional.empty() : refused("if_match must be an etag");
    }

    private static boolean isPresent(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static Optional<HostCallResponse> refused(String message) {
        return Optional.of(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, message));
    }
}
