package dev.agenthost.delivery.bot;

import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Asks event-gateway for the connections of bots over which their events arrive. */
public interface BotConnectionSource {
    /** Returns the reason why no event arrives; empty if the bot is connected, or event-gateway does not answer. Never fails. */
    Uni<Optional<String>> problem(BotRegistration bot);
}
