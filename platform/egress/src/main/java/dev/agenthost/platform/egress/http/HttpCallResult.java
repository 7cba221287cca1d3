package dev.agenthost.platform.egress.http;

/** How far a call came. What fails after the request was sent is a failure, for nobody knows what it did. */
public sealed interface HttpCallResult {
    /** Somebody answered. The answer must be read or dropped. */
    record Answered(HttpResponse answer) implements HttpCallResult {}

    /** The address is none. */
    record Invalid(String why) implements HttpCallResult {}

    /** The address is inside a network that is not for everybody. */
    record Forbidden(String why) implements HttpCallResult {}

    /** Nobody was reached: nothing was sent. */
    record Unreachable(String why) implements HttpCallResult {}
}
