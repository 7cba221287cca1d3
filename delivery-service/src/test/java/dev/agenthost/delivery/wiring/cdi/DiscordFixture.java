package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.discord.DiscordBots;
import dev.agenthost.delivery.surface.discord.DiscordFileCaller;
import dev.agenthost.delivery.surface.discord.DiscordPreviews;
import dev.agenthost.delivery.surface.discord.DiscordSurface;
import dev.agenthost.delivery.surface.discord.DiscordTyping;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.testkit.discord.DiscordMessage;
import dev.agenthost.testkit.discord.ScriptedDiscord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The scripted API of Discord, and replicas that call it. */
final class DiscordFixture extends ChatFixture<DiscordBots> {
    static final String TOKEN = "secret-of-discord";

    final ScriptedDiscord discord = server();

    DiscordFixture() {
        super(BotPlatform.DISCORD, TOKEN);
    }

    private static ScriptedDiscord server() {
        try {
            return new ScriptedDiscord(TOKEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    DiscordBots bots(BotRegistry bots, Secrets secrets, EgressClient outbound) {
        return new DiscordBots(
                bots, secrets, new DiscordClient(outbound, TIMEOUT), uploads(new DiscordFileCaller(artifacts, LIMIT)));
    }

    @Override
    ObjectNode options() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("application_id", "700000000000000001")
                .put("api_url", discord.apiUrl());
    }

    @Override
    Surface<Destination.Bot> surface(DiscordBots bots, SendRepository sends, CallRateLimiter rates) {
        return new DiscordSurface(bots, sends, previews, rates);
    }

    @Override
    PreviewPlatform previews(DiscordBots bots, RecordedPreviews recorded, CallRateLimiter rates) {
        return new DiscordPreviews(bots, recorded, rates);
    }

    DiscordTyping typing(ConversationGate open) {
        return new DiscordTyping(bots(), rates(), open);
    }

    @Override
    DeliveryContext context(ObjectNode target) {
        ObjectNode can = JsonNodeFactory.instance.objectNode().put("supports_interactions", true);
        return new DeliveryContext("discord", target, false, true, true, 2_000L, can);
    }

    /** Returns the messages of the bot in a channel. */
    List<DiscordMessage> shown(String channel) {
        return discord.messages(channel).stream()
                .filter(DiscordMessage::isOfBot)
                .toList();
    }

    @Override
    void closePlatform() {
        discord.close();
    }
}
