package dev.agenthost.testkit.discord;

/** A fault of the next call of the API. */
public sealed interface DiscordFault {

    /**
     * 429, without effect (https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit).
     *
     * @param scope {@code user}, {@code shared} or {@code global}; empty for a refusal of the network before the API, whose form is assumed
     */
    record TooManyRequests(double seconds, String scope) implements DiscordFault {}

    /** A refusal with this status and code, without effect. */
    record Refusal(int status, int code, String message) implements DiscordFault {}

    /** 502 with a body that is no JSON, without effect. */
    record ServerError() implements DiscordFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements DiscordFault {}

    /** The connection is closed without effect. */
    record LostCall() implements DiscordFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements DiscordFault {}
}
