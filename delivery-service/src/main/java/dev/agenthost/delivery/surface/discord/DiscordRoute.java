package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.im.discord.calls.DiscordCall;
import java.time.Duration;

/**
 * The routes of the API, each of which has a rate of its own in each channel. Discord names the rates in its answers alone
 * (https://docs.discord.com/developers/topics/rate-limits); those of the host hold until an answer says more.
 */
enum DiscordRoute {
    /** Sends a message: 5 at once, and one in a second (assumed: 5 within 5 s were observed). */
    MESSAGES(Duration.ofSeconds(1), 5),
    /** Edits a message: as many (assumed). */
    EDITS(Duration.ofSeconds(1), 5),
    /** Removes a message: as many (assumed). */
    DELETIONS(Duration.ofSeconds(1), 5),
    /** Adds or removes a reaction: one in 300 ms (assumed: one in 250 ms was observed). */
    REACTIONS(Duration.ofMillis(300), 1),
    /** Shows that the bot types: one in 5 s (assumed). */
    TYPING(Duration.ofSeconds(5), 1);

    /** All calls of a bot: at most 8 + 40 in any second, of 50 that are permitted. */
    static final CallRate BOT = new CallRate(Duration.ofMillis(25), 8);

    private final CallRate rate;

    DiscordRoute(Duration interval, int burst) {
        this.rate = new CallRate(interval, burst);
    }

    CallRate rate() {
        return rate;
    }

    /** @throws IllegalArgumentException for the response to an interaction, which is no call of a channel */
    static DiscordRoute of(DiscordCall call) {
        return switch (call) {
            case DiscordCall.Post post -> MESSAGES;
            case DiscordCall.Edit edit -> EDITS;
            case DiscordCall.Delete delete -> DELETIONS;
            case DiscordCall.Reaction reaction -> REACTIONS;
            case DiscordCall.Typing typing -> TYPING;
            case DiscordCall.Respond respond -> throw new IllegalArgumentException("no call of a channel");
        };
    }
}
