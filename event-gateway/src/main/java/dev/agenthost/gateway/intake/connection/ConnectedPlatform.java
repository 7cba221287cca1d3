package dev.agenthost.gateway.intake.connection;

import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Optional;

/**
 * A platform whose events arrive over connections that the host opens. Every replica has one connection for each bot, so no lease is
 * needed: the platform sends an event to one of the connections of an app.
 */
public interface ConnectedPlatform {
    BotPlatform platform();

    /** Returns the app by which a bot connects; empty if its secret is not configured here. */
    Optional<ConnectedApp> app(BotRegistration bot);

    /** Returns the platform's name of the secret by which an app connects. */
    String secretName();
}
