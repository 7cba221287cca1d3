package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.slack.SlackBots;
import dev.agenthost.delivery.surface.slack.SlackFileCaller;
import dev.agenthost.delivery.surface.slack.SlackPreviews;
import dev.agenthost.delivery.surface.slack.SlackSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.testkit.slack.ScriptedSlack;
import dev.agenthost.testkit.slack.SlackMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The scripted Web API of Slack, and replicas that call it. */
final class SlackFixture extends ChatFixture<SlackBots> {
    static final String TOKEN = "xoxb-secret-of-slack";

    final ScriptedSlack slack = server();

    SlackFixture() {
        super(BotPlatform.SLACK, TOKEN);
    }

    private static ScriptedSlack server() {
        try {
            return new ScriptedSlack(TOKEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    SlackBots bots(BotRegistry bots, Secrets secrets, EgressClient outbound) {
        return new SlackBots(
                bots, secrets, new SlackClient(outbound, TIMEOUT), uploads(new SlackFileCaller(artifacts, LIMIT)));
    }

    @Override
    ObjectNode options() {
        return JsonNodeFactory.instance.objectNode().put("app_id", "A1").put("api_url", slack.apiUrl());
    }

    @Override
    Surface<Destination.Bot> surface(SlackBots bots, SendRepository sends, CallRateLimiter rates) {
        return new SlackSurface(bots, sends, previews, rates);
    }

    @Override
    PreviewPlatform previews(SlackBots bots, RecordedPreviews recorded, CallRateLimiter rates) {
        return new SlackPreviews(bots, recorded, rates);
    }

    @Override
    DeliveryContext context(ObjectNode target) {
        return new DeliveryContext("slack", target, false, true, true, 4_000L, JsonNodeFactory.instance.objectNode());
    }

    /** Returns the messages of the bot in a channel. */
    List<SlackMessage> shown(String channel) {
        return slack.messages(channel).stream().filter(SlackMessage::isOfBot).toList();
    }

    @Override
    void closePlatform() {
        slack.close();
    }
}
