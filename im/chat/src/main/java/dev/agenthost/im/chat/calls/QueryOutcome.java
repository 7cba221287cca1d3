package dev.agenthost.im.chat.calls;

import com.fasterxml.jackson.databind.JsonNode;

/** The outcome of a call of a platform's API that only reads. */
public sealed interface QueryOutcome {

    /** @param result of the method, without the frame of the API */
    record Answered(JsonNode result) implements QueryOutcome {}

    /** A call without a result. */
    sealed interface Unsuccessful extends QueryOutcome {}

    /**
     * The platform does not answer such a call, and never will.
     *
     * @param code as in HTTP, or the platform's own
     * @param description the platform's words
     */
    record Refused(int code, String description) implements Unsuccessful {}

    /**
     * The platform cannot answer now: too many calls, or a fault of the server.
     *
     * @param code as in HTTP, 429 or at least 500
     * @param description the platform's words
     */
    record Failed(int code, String description) implements Unsuccessful {}

    /** No answer came, or one that is not of the API. */
    record NoAnswer(String why) implements Unsuccessful {}

    /** The settings or rules of the host forbid the call. @param why without the token */
    record Forbidden(String why) implements Unsuccessful {}
}
