package dev.agenthost.testkit.onebot;

/** A fault of one call. */
public sealed interface OneBotFault {

    /** No fault: the call is answered as usual. */
    record Pass() implements OneBotFault {}

    /** {@code status} is {@code failed}. */
    record Failed(int retcode, String words) implements OneBotFault {}

    /** {@code status} is {@code async}: the call has its effect, and its id is not reported. */
    record Async() implements OneBotFault {}

    /** Another status of HTTP, without JSON and without an effect. */
    record Status(int code) implements OneBotFault {}

    /** The connection closes, without an effect. */
    record LostCall() implements OneBotFault {}

    /** The connection closes after the effect. */
    record LostAnswer() implements OneBotFault {}
}
