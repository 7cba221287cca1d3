package dev.agenthost.gateway.polling;

import dev.agenthost.protocol.bot.BotRegistration;
import java.util.function.BooleanSupplier;

/** Fetches the events of one bot that one replica may hold: polls, or keeps a connection. */
public interface PollingTask {
    /**
     * Runs until the thread is interrupted, or until it is useless as long as the bot and its secrets are unchanged.
     *
     * @param claim under which the holder records
     * @param mayPoll false once this replica no longer holds the claim, or the bot has changed: nothing may be published and nothing
     *     confirmed after that
     */
    void poll(PollingClaim claim, BotRegistration bot, BooleanSupplier mayPoll) throws InterruptedException;
}
