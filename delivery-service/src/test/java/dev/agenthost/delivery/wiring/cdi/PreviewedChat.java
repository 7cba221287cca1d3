package dev.agenthost.delivery.wiring.cdi;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.result.ResultPayload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A chat with a run whose answer is previewed by a message, and the part that follows. */
abstract class PreviewedChat {
    static final Duration LIMIT = Duration.ofMinutes(1);

    private final ChatFixture<?> fixture;
    private final BotPlatform platform;
    private final int firstRecords;
    final DeliveredRun run = DeliveredRun.toEventSurface();
    final ObjectNode target = JsonNodeFactory.instance.objectNode();

    /** @param firstRecords number of the records that show the first text */
    PreviewedChat(ChatFixture<?> fixture, BotPlatform platform, int firstRecords) {
        this.fixture = fixture;
        this.platform = platform;
        this.firstRecords = firstRecords;
    }

    /** An answer whose replica stops for ever at that record of its preview. */
    PreviewedAnswer interrupted(SendReplica replica, int record, CrashPoint point) {
        CrashingPreviews crash = new CrashingPreviews(fixture.previews, record, point);
        PreviewedAnswer answer = answer(replica, crash);
        if (record < firstRecords) {
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
        return new PreviewedAnswer(platform, fixture.previews(replica, store), run, target);
    }

    /** Ends the answer with those parts; returns the receipt of the last one. */
    DeliveryReceipt finish(SendReplica replica, PreviewedAnswer answer, String... texts) {
        answer.ended();
        fixture.store(
                run, target, Arrays.stream(texts).map(DeliveredRun::message).toArray(ResultPayload[]::new));
        replica.wake();
        await().atMost(LIMIT).until(() -> {
            fixture.database.sql(
                    "UPDATE delivery.lanes SET next_at = now() WHERE open > 0 AND next_at > now() + interval '200 milliseconds'");
            replica.wake();
            return fixture.database.receipt(run, texts.length).isPresent();
        });
        return fixture.database.receipt(run, texts.length).orElseThrow();
    }

    static String text(Random random, int length) {
        List<String> words = List.of("plain", "ü𝄞", "words", "of", "an", "answer.");
        StringBuilder text = new StringBuilder("Answer");
        while (text.length() < length) {
            text.append(' ').append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }
}
