package dev.agenthost.testkit.slack;

/** A fault of the next call of the Web API. */
public sealed interface SlackFault {

    /** 429 with the seconds to wait (https://docs.slack.dev/apis/web-api/rate-limits). */
    record TooManyRequests(long seconds) implements SlackFault {}

    /** 200 with {@code ok: false} and this error, without effect. */
    record Refusal(String error) implements SlackFault {}

    /** 500 with a body that is no JSON, without effect. */
    record ServerError() implements SlackFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements SlackFault {}

    /** The connection is closed without effect. */
    record LostCall() implements SlackFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements SlackFault {}
}
