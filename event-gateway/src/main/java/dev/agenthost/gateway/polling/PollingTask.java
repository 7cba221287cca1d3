package dev.agenthost.gateway.polling;

import dev.agenthost.protocol.bot.BotRegistration;
import java.util.function.BooleanSupplier;

/** Polls one bot. */
public interface PollingTask {
    /**
     * Polls until the thread is interrupted, or until polling is useless as long as the bot and its secrets are unchanged.
     *
     * @param mayPoll false once this replica no longer holds the claim, or the bot has changed: nothing may be published and nothing
     *     confirmed after that
     */
    void poll(BotRegistration bot, BooleanSupplier mayPoll) throws InterruptedException;
}
