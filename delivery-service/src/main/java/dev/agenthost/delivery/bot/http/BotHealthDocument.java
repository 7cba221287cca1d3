package dev.agenthost.delivery.bot.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.BotStatus;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Instant;
import java.util.List;

/**
 * The health of a bot as clients see it.
 *
 * @param enabled false if the bot is paused
 * @param reported facts by the platform
 */
record BotHealthDocument(
        String botId,
        BotPlatform platform,
        boolean enabled,
        BotStatus status,
        List<BotProblem> problems,
        ObjectNode reported,
        Instant checkedAt) {
    static BotHealthDocument of(BotRegistration bot, BotHealth health) {
        return new BotHealthDocument(
                bot.botId(),
                bot.platform(),
                bot.enabled(),
                health.status(),
                health.problems(),
                health.reported(),
                health.checkedAt());
    }
}
