package dev.agenthost.platform.egress.http;

/** The outcome of a call. A failure after the request was sent fails the call, because its effect is unknown. */
public sealed interface HttpCallResult {
    /** The server answered. The answer must be read or dropped. */
    record Answered(HttpResponse answer) implements HttpCallResult {}

    /** The address is invalid. */
    record Invalid(String why) implements HttpCallResult {}

    /** The address is in a forbidden network. */
    record Forbidden(String why) implements HttpCallResult {}

    /** The request was not sent, or not whole: there was no connection, or its body could not be read to its end. It has no effect. */
    record Unreachable(String why) implements HttpCallResult {}
}
