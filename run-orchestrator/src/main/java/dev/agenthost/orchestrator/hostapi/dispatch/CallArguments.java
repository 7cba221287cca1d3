package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Arguments that several calls have. One of another kind is a mistake and is said to be one: what is passed over gives another page than
 * was meant.
 */
public final class CallArguments {
    private CallArguments() {}

    /** Empty where each of these is a text, or is not there. */
    public static Optional<HostCallResponse> faultOfTexts(JsonNode data, String... names) {
        for (String name : names) {
            if (isSaid(data.path(name)) && !data.path(name).isTextual()) {
                return refused(name + " is no text");
            }
        }
        return Optional.empty();
    }

    /** Empty where each of these is a text that may be a cursor, or is not there. */
    public static Optional<HostCallResponse> faultOfCursors(JsonNode data, String... names) {
        for (String name : names) {
            if (isSaid(data.path(name)) && data.path(name).asText("").isEmpty()) {
                return refused(name + " is no cursor");
            }
        }
        return faultOfTexts(data, names);
    }

    /** Empty where each of these is true or false, or is not there. */
    public static Optional<HostCallResponse> faultOfFlags(JsonNode data, String... names) {
        for (String name : names) {
            if (isSaid(data.path(name)) && !data.path(name).isBoolean()) {
                return refused(name + " is neither true nor false");
            }
        }
        return Optional.empty();
    }

    /** Empty where it is a whole number, or is not there. */
    public static Optional<HostCallResponse> faultOfNumber(JsonNode data, String name) {
        JsonNode said = data.path(name);
        return isSaid(said) && !said.isIntegralNumber() ? refused(name + " must be an integer") : Optional.empty();
    }

    /** Of one that has no fault: the nearest that there may be, from 1. */
    public static int number(JsonNode data, String name, int usual, int most) {
        JsonNode said = data.path(name);
        return isSaid(said)
                ? said.bigIntegerValue()
                        .max(BigInteger.ONE)
                        .min(BigInteger.valueOf(most))
                        .intValue()
                : usual;
    }

    private static boolean isSaid(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static Optional<HostCallResponse> refused(String why) {
        return Optional.of(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
