package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.dingtalk.DingTalkBots;
import dev.agenthost.delivery.surface.dingtalk.DingTalkFileCaller;
import dev.agenthost.delivery.surface.dingtalk.DingTalkPreviews;
import dev.agenthost.delivery.surface.dingtalk.DingTalkSurface;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;

/** The scripted API of DingTalk, and replicas that call it. */
final class DingTalkFixture extends ChatFixture<DingTalkBots> {
    static final String SECRET = "secret-of-dingtalk";

    final ScriptedDingTalk dingTalk = server();

    DingTalkFixture() {
        super(BotPlatform.DINGTALK, SECRET);
    }

    private static ScriptedDingTalk server() {
        try {
            return new ScriptedDingTalk("ding1", SECRET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    DingTalkBots bots(BotRegistry bots, Secrets secrets, EgressClient outbound) {
        return new DingTalkBots(
                bots,
                secrets,
                DingTalkWiring.client(outbound, TIMEOUT, Clock.systemUTC()),
                uploads(new DingTalkFileCaller(artifacts, LIMIT)));
    }

    @Override
    ObjectNode options() {
        return JsonNodeFactory.instance.objectNode().put("client_id", "ding1").put("api_url", dingTalk.apiUrl());
    }

    @Override
    Surface<Destination.Bot> surface(DingTalkBots bots, SendRepository sends, CallRateLimiter rates) {
        return new DingTalkSurface(bots, sends, previews, rates);
    }

    @Override
    PreviewPlatform previews(DingTalkBots bots, RecordedPreviews recorded, CallRateLimiter rates) {
        return new DingTalkPreviews(bots, recorded, rates);
    }

    /** Makes a call as the robot. */
    CallOutcome call(DingTalkCall call) {
        ObjectNode options = options();
        return bots().client()
                .call(DingTalkApp.of(options, SECRET), call, () -> true)
                .await()
                .atMost(LIMIT);
    }

    @Override
    DeliveryContext context(ObjectNode target) {
        ObjectNode can = JsonNodeFactory.instance.objectNode().put("supports_interactions", true);
        return new DeliveryContext("dingtalk", target, true, false, false, 15_000L, can);
    }

    /** Returns the messages of the robot in a chat. */
    List<DingTalkMessage> shown(String chatId) {
        return dingTalk.messages(chatId);
    }

    @Override
    void closePlatform() {
        dingTalk.close();
    }
}
