package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Validates arguments that several calls have. An argument of a wrong type is refused, since ignoring it would return another page than
 * requested.
 */
public final class CallArguments {
    private CallArguments() {}

    /** Returns the refusal of the first argument that is not a string; empty if all are strings or absent. */
    public static Optional<HostCallResponse> faultOfTexts(JsonNode data, String... names) {
        for (String name : names) {
            if (isPresent(data.path(name)) && !data.path(name).isTextual()) {
                return refused(name + "  must be a string");
            }
        }
        return Optional.empty();
    }

    /** Returns the refusal of the first argument that cannot be a cursor; empty if all can or are absent. */
    public static Optional<HostCallResponse> faultOfCursors(JsonNode data, String... names) {
        for (String name : names) {
            if (isPresent(data.path(name)) && data.path(name).asText("").isEmpty()) {
                return refused(name + "  must be a cursor");
            }
        }
        return faultOfTexts(data, names);
    }

    /** Returns the refusal of the first argument that is not a boolean; empty if all are booleans or absent. */
    public static Optional<HostCallResponse> faultOfFlags(JsonNode data, String... names) {
        for (String name : names) {
            if (isPresent(data.path(name)) && !data.path(name).isBoolean()) {
                return refused(name + "  must be true or false");
            }
        }
        return Optional.empty();
    }

    /** Returns the refusal of an argument that is not an integer; empty if it is one or absent. */
    public static Optional<HostCallResponse> faultOfNumber(JsonNode data, String name) {
        JsonNode value = data.path(name);
        return isPresent(value) && !value.isIntegralNumber() ? refused(name + " must be an integer") : Optional.empty();
    }

    /** Returns the value of a valid argument, limited to 1 to {@code most}. */
    public static int number(JsonNode data, String name, int defaultValue, int most) {
        JsonNode value = data.path(name);
        return isPresent(value)
                ? value.bigIntegerValue()
                        .max(BigInteger.ONE)
                        .min(BigInteger.valueOf(most))
                        .intValue()
                : defaultValue;
    }

    private static boolean isPresent(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static Optional<HostCallResponse> refused(String why) {
        return Optional.of(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
