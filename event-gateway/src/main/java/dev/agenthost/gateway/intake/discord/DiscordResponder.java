package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.calls.DiscordResponse;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.protocol.bot.BotRegistration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Responds to interactions that came over the gateway, by REST. Nobody waits for it: of a response that the platform does not take, for
 * instance because the interaction is older than 3 s, there is a line in the log.
 */
public final class DiscordResponder {
    private static final Logger LOG = Logger.getLogger(DiscordResponder.class);

    private final DiscordClient client;

    public DiscordResponder(DiscordClient client) {
        this.client = client;
    }

    /** @param response null for none */
    void respond(BotRegistration bot, JsonNode payload, @Nullable DiscordResponse response) {
        if (response == null) {
            return;
        }
        // The path authorizes the call: no token of the bot is sent.
        DiscordApp app = DiscordApp.of(bot.options(), "");
        DiscordInteraction.read(payload).ifPresent(interaction -> client.call(
                        app, new DiscordCall.Respond(interaction, response), interaction.id(), () -> true)
                .subscribe()
                .with(result -> show(bot, result.outcome())));
    }

    private static void show(BotRegistration bot, CallOutcome outcome) {
        if (outcome instanceof CallOutcome.Accepted || outcome instanceof CallOutcome.NotModified) {
            LOG.debugf("response to an interaction: botId=%s", bot.botId());
        } else {
            LOG.warnf("the response to an interaction is not shown: botId=%s %s", bot.botId(), outcome);
        }
    }
}
