package dev.agenthost.testkit.line;

/** A fault of the next call of LINE with a valid token. */
public sealed interface LineFault {

    /** A status from 400 on with these words, without effect (https://developers.line.biz/en/reference/messaging-api/#error-responses). */
    record Refusal(int status, String words) implements LineFault {}

    /** The rate of the endpoint is exceeded; without effect. */
    record RateLimit() implements LineFault {}

    /** The call has its effect and is answered with 500, as LINE warns (.../docs/messaging-api/retrying-api-request/). */
    record ServerError() implements LineFault {}

    /** A page of a server in between with this status, without effect. */
    record Page(int status) implements LineFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements LineFault {}

    /** The connection is closed without effect. */
    record LostCall() implements LineFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements LineFault {}
}
