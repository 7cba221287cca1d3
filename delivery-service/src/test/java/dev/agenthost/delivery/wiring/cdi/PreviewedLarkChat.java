package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.lark.LarkMessage;
import java.util.List;

/** A chat at Lark with a run whose answer is previewed, and the part that follows. */
final class PreviewedLarkChat extends PreviewedChat {
    private static int next = 50_000;

    private final LarkFixture fixture;
    final String chat = "oc_" + next++;

    PreviewedLarkChat(LarkFixture fixture) {
        super(fixture, BotPlatform.LARK, 4);
        this.fixture = fixture;
        target.put("chat_id", chat).put("chat_type", "p2p");
        fixture.lark.clearFaults();
    }

    void store(PreviewedAnswer answer, String text) {
        answer.ended();
        fixture.store(run, target, DeliveredRun.message(text));
    }

    List<LarkMessage> shown() {
        return fixture.shown(chat);
    }

    List<String> texts() {
        return shown().stream().map(LarkMessage::text).toList();
    }

    long cards() {
        return fixture.lark.calls("/messages").stream()
                .map(RecordedCall::parameters)
                .filter(message -> message.path("receive_id").asText().equals(chat))
                .map(message -> message.path("content").asText())
                .filter(content -> content.contains("card_id"))
                .distinct()
                .count();
    }
}
