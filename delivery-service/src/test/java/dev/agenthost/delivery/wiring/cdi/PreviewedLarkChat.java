package dev.agenthost.delivery.wiring.cdi;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.lark.LarkMessage;
import java.time.Duration;
import java.util.List;

/** A chat at Lark with a run whose answer is previewed, and the part that follows. */
final class PreviewedLarkChat {
    static final Duration LIMIT = Duration.ofSeconds(20);
    private static int next = 50_000;

    private final LarkFixture fixture;
    final String chat = "oc_" + next++;
    final DeliveredRun run = DeliveredRun.toEventSurface();
    final ObjectNode target =
            JsonNodeFactory.instance.objectNode().put("chat_id", chat).put("chat_type", "p2p");

    PreviewedLarkChat(LarkFixture fixture) {
        this.fixture = fixture;
        fixture.lark.clearFaults();
    }

    /** An answer whose replica stops for ever at that record of its preview. */
    PreviewedAnswer interrupted(SendReplica replica, int record, CrashPoint point) {
        CrashingPreviews crash = new CrashingPreviews(fixture.previews, record, point);
        PreviewedAnswer answer = answer(replica, crash);
        if (record < 4) {
            answer.writeWithoutEnd("half");
        } else {
            answer.write("half");
            answer.writeWithoutEnd(" and");
            answer.elapse();
        }
        await().atMost(LIMIT).until(crash::hasHappened);
        return answer;
    }

    PreviewedAnswer answer(SendReplica replica, PreviewRepository store) {
        return new PreviewedAnswer(BotPlatform.LARK, fixture.previews(replica, store), run, target);
    }

    DeliveryReceipt finish(SendReplica replica, PreviewedAnswer answer, String text) {
        store(answer, text);
        replica.wake();
        await().atMost(LIMIT).until(() -> {
            fixture.database.sql(
                    "UPDATE delivery.lanes SET next_at = now() WHERE open > 0 AND next_at > now() + interval '200 milliseconds'");
            replica.wake();
            return fixture.database.receipt(run, 1).isPresent();
        });
        return fixture.database.receipt(run, 1).orElseThrow();
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
