package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.wecom.WeComBots;
import dev.agenthost.delivery.surface.wecom.WeComFileCaller;
import dev.agenthost.delivery.surface.wecom.WeComSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.testkit.wecom.ScriptedWeCom;
import dev.agenthost.testkit.wecom.WeComMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;

/** The scripted API of WeCom, and replicas that call it. */
final class WeComFixture extends ChatFixture<WeComBots> {
    static final String SECRET = "secret-of-wecom";

    final ScriptedWeCom weCom = server();

    WeComFixture() {
        super(BotPlatform.WECOM, SECRET);
    }

    private static ScriptedWeCom server() {
        try {
            return new ScriptedWeCom("ww1", SECRET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    WeComBots bots(BotRegistry bots, Secrets secrets, EgressClient outbound) {
        return new WeComBots(
                bots,
                secrets,
                WeComWiring.client(outbound, TIMEOUT, Clock.systemUTC()),
                uploads(new WeComFileCaller(artifacts, LIMIT)));
    }

    @Override
    ObjectNode options() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("corp_id", "ww1")
                .put("agent_id", ScriptedWeCom.AGENT)
                .put("api_url", weCom.apiUrl());
    }

    @Override
    Surface<Destination.Bot> surface(WeComBots bots, SendRepository sends, CallRateLimiter rates) {
        return new WeComSurface(bots, sends, rates);
    }

    @Override
    PreviewPlatform previews(WeComBots bots, RecordedPreviews recorded, CallRateLimiter rates) {
        return PreviewPlatform.NONE;
    }

    @Override
    DeliveryContext context(ObjectNode target) {
        ObjectNode can = JsonNodeFactory.instance.objectNode().put("supports_interactions", true);
        return new DeliveryContext("wecom", target, false, false, false, 2_048L, can);
    }

    /** Returns the messages that a person sees. */
    List<WeComMessage> shown(String userId) {
        return weCom.messages(userId);
    }

    @Override
    void closePlatform() {
        weCom.close();
    }
}
