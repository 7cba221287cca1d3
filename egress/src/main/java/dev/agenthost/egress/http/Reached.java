package dev.agenthost.egress.http;

/** How far a call came. What fails after the request was sent is a failure, for nobody knows what it did. */
public sealed interface Reached {
    /** Somebody answered. The answer must be read or dropped. */
    record Answered(OutboundAnswer answer) implements Reached {}

    /** The address is none. */
    record Invalid(String why) implements Reached {}

    /** The address is inside a network that is not for everybody. */
    record Forbidden(String why) implements Reached {}

    /** Nobody was reached: nothing was sent. */
    record Unreachable(String why) implements Reached {}
}
