package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.Bot;
import dev.agenthost.gateway.bot.BotPlatform;
import dev.agenthost.gateway.bot.BotRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The bots, with their settings as plain records. */
@Singleton
class BotWiring {

    @Produces
    @Singleton
    BotRegistry bots(BotSettings settings) {
        return new BotRegistry(settings.bots().entrySet().stream()
                .map(entry -> bot(entry.getKey(), entry.getValue()))
                .toList());
    }

    private static Bot bot(String id, BotSettings.Entry settings) {
        return new Bot(
                id,
                BotPlatform.ofWire(settings.platform()),
                settings.workspace(),
                settings.webhookSecrets(),
                settings.userId().isPresent() ? settings.userId().getAsLong() : null,
                settings.username().orElse(null));
    }
}
