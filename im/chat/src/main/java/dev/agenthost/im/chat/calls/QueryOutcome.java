package dev.agenthost.im.chat.calls;

import com.fasterxml.jackson.databind.JsonNode;

/** The outcome of a call of a platform's API that only reads. */
public sealed interface QueryOutcome {
    /** The code of a refusal for want of a token. */
    int UNAUTHORIZED = 401;

    /** @param result of the method, without the frame of the API */
    record Answered(JsonNode result) implements QueryOutcome {}

    /** A call without a result. */
    sealed interface Unsuccessful extends QueryOutcome {
        /** Returns the outcome of another call that was not made, because this one, which shows nothing, has no result. */
        default CallOutcome notMade() {
            return switch (this) {
                case Refused(int code, String description) -> new CallOutcome.Refused(code, description);
                case Failed(int code, String description) -> new CallOutcome.NotSent(code + " " + description, true);
                case NoAnswer(String why) -> new CallOutcome.NotSent(why, true);
                case Forbidden(String why) -> new CallOutcome.NotSent(why, false);
            };
        }

        /** Returns the outcome of a call that was not made, because this one gave no token. */
        default CallOutcome withoutToken() {
            return switch (this) {
                case Refused(int code, String description) ->
                    new CallOutcome.Refused(UNAUTHORIZED, "no token: " + description);
                case Failed(int code, String description) ->
                    new CallOutcome.NotSent("no token: " + code + " " + description, true);
                case NoAnswer(String why) -> new CallOutcome.NotSent("no token: " + why, true);
                case Forbidden(String why) -> new CallOutcome.NotSent(why, false);
            };
        }
    }

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
