package dev.agenthost.im.discord.client;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordRateLimit;

/**
 * The outcome of a call, and the rate limit that its answer stated.
 *
 * @param limit {@link DiscordRateLimit#NONE} without an answer
 */
public record DiscordResult(CallOutcome outcome, DiscordRateLimit limit) {
    /** A call without an answer. */
    static DiscordResult without(CallOutcome outcome) {
        return new DiscordResult(outcome, DiscordRateLimit.NONE);
    }
}
