package dev.agenthost.delivery.bot;

import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Asks platforms for the health of bots. */
public interface BotHealthSource {
    /** Returns the health of a bot. Never fails: a platform without an answer is a problem. */
    Uni<BotHealth> check(BotRegistration bot);
}
