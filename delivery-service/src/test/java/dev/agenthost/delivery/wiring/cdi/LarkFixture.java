package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.lark.LarkBots;
import dev.agenthost.delivery.surface.lark.LarkFileCaller;
import dev.agenthost.delivery.surface.lark.LarkPreviews;
import dev.agenthost.delivery.surface.lark.LarkSurface;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.ScriptedLark;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;

/** The scripted Open Platform, and replicas that call it. */
final class LarkFixture extends ChatFixture<LarkBots> {
    static final String SECRET = "secret-of-lark";

    final ScriptedLark lark = server();

    LarkFixture() {
        super(BotPlatform.LARK, SECRET);
    }

    private static ScriptedLark server() {
        try {
            return new ScriptedLark("cli_1", SECRET, "ou_1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    LarkBots bots(BotRegistry bots, Secrets secrets, EgressClient outbound) {
        return new LarkBots(
                bots,
                secrets,
                LarkWiring.client(outbound, TIMEOUT, Clock.systemUTC()),
                uploads(new LarkFileCaller(artifacts, LIMIT)));
    }

    @Override
    ObjectNode options() {
        return JsonNodeFactory.instance.objectNode().put("app_id", "cli_1").put("api_url", lark.apiUrl());
    }

    @Override
    Surface<Destination.Bot> surface(LarkBots bots, SendRepository sends, CallRateLimiter rates) {
        return new LarkSurface(bots, sends, previews, rates);
    }

    @Override
    PreviewPlatform previews(LarkBots bots, RecordedPreviews recorded, CallRateLimiter rates) {
        return new LarkPreviews(bots, recorded, rates);
    }

    /** Makes a call as the bot. */
    Uni<CallOutcome> call(LarkCall call) {
        return bots().client().call(new LarkApp(lark.apiUrl(), "cli_1", SECRET), call, () -> true);
    }

    @Override
    DeliveryContext context(ObjectNode target) {
        return new DeliveryContext("lark", target, true, true, true, 28_000L, JsonNodeFactory.instance.objectNode());
    }

    /** Returns the messages of the bot in a chat. */
    List<LarkMessage> shown(String chatId) {
        return lark.messages(chatId).stream()
                .filter(message -> !message.type().equals("text"))
                .toList();
    }

    @Override
    void closePlatform() {
        lark.close();
    }
}
