package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.line.LineBots;
import dev.agenthost.delivery.surface.line.LineSurface;
import dev.agenthost.delivery.surface.line.LineTyping;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.line.client.LineClient;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.testkit.line.LineMessage;
import dev.agenthost.testkit.line.ScriptedLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The scripted API of LINE, and replicas that call it. */
final class LineFixture extends ChatFixture<LineBots> {
    static final String TOKEN = "token-of-line";

    final ScriptedLine line = server();

    LineFixture() {
        super(BotPlatform.LINE, TOKEN);
    }

    private static ScriptedLine server() {
        try {
            return new ScriptedLine(TOKEN, "U" + "f".repeat(32));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    LineBots bots(BotRegistry bots, Secrets secrets, EgressClient outbound) {
        return new LineBots(bots, secrets, new LineClient(outbound, TIMEOUT));
    }

    @Override
    ObjectNode options() {
        return JsonNodeFactory.instance.objectNode().put("api_url", line.apiUrl());
    }

    @Override
    Surface<Destination.Bot> surface(LineBots bots, SendRepository sends, CallRateLimiter rates) {
        return new LineSurface(bots, sends, rates);
    }

    @Override
    PreviewPlatform previews(LineBots bots, RecordedPreviews recorded, CallRateLimiter rates) {
        return PreviewPlatform.NONE;
    }

    LineTyping typing(ConversationGate open) {
        return new LineTyping(bots(), rates(), open);
    }

    @Override
    DeliveryContext context(ObjectNode target) {
        ObjectNode can = JsonNodeFactory.instance.objectNode().put("supports_interactions", true);
        return new DeliveryContext("line", target, false, false, false, 5_000L, can);
    }

    /** Returns the messages that a chat shows. */
    List<LineMessage> shown(String chat) {
        return line.messages(chat);
    }

    @Override
    void closePlatform() {
        line.close();
    }
}
