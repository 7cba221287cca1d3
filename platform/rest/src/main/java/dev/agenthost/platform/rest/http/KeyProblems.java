package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.WireName;

/** The problems of requests that fail authentication, equal at every entrance. */
public final class KeyProblems {

    /** The request has no key. */
    public static final Problem NO_KEY =
            Problem.of(FailureCode.UNAUTHORIZED, "An API key is required: Authorization: Bearer <key>.");

    /** The key is unknown or revoked. */
    public static final Problem WRONG_KEY = Problem.of(FailureCode.UNAUTHORIZED, "The API key is unknown or revoked.");

    /** The key may be valid: this replica has just started. */
    public static final Problem STILL_READING = Problem.withStatus(
            503,
            FailureCode.RUNTIME_ERROR,
            "This replica has not read the API keys yet. Send the request again in a second.",
            null);

    static final Problem NO_INTERNAL_KEY =
            Problem.of(FailureCode.UNAUTHORIZED, "The key between services is missing or wrong.");

    private KeyProblems() {}

    /** Returns the refusal of a role, for any object of the request. */
    public static Problem forbidden(ApiKey key) {
        return Problem.of(
                FailureCode.FORBIDDEN,
                key.isHost()
                        ? "The host key permits /api/v1/keys and /api/v1/dead-letters only."
                        : "A key of role " + wire(key.role()) + " does not permit this request.");
    }

    private static String wire(WireName name) {
        return name.wire();
    }
}
