package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import java.util.List;

/** A group at DingTalk with a run whose answer is previewed, and the part that follows. */
final class PreviewedDingTalkChat extends PreviewedChat {
    private static int next = 50_000;

    private final DingTalkFixture fixture;
    final String chat = "cid" + next++;

    PreviewedDingTalkChat(DingTalkFixture fixture) {
        super(fixture, BotPlatform.DINGTALK, 2);
        this.fixture = fixture;
        target.put("open_conversation_id", chat).put("user_id", "manager1");
        fixture.dingTalk.clearFaults();
    }

    void store(PreviewedAnswer answer, String text) {
        answer.ended();
        fixture.store(run, target, DeliveredRun.message(text));
    }

    List<DingTalkMessage> shown() {
        return fixture.shown(chat);
    }

    List<String> texts() {
        return shown().stream().map(DingTalkMessage::text).toList();
    }

    /** Returns the number of cards of the chat. */
    long cards() {
        return shown().stream()
                .filter(message -> message.msgKey().equals(DingTalkMessage.CARD))
                .count();
    }
}
