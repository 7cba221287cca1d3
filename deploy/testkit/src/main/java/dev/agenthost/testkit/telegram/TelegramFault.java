package dev.agenthost.testkit.telegram;

/** A fault of the next call of a method. */
public sealed interface TelegramFault {

    /** 429 with {@code retry_after} in seconds; the call has no effect. */
    record TooManyRequests(long seconds) implements TelegramFault {}

    /** 500 without effect. */
    record ServerError() implements TelegramFault {}

    /** A refusal without effect, with these words. */
    record Refusal(int code, String description) implements TelegramFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements TelegramFault {}

    /** The connection is closed without effect. */
    record LostCall() implements TelegramFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements TelegramFault {}
}
