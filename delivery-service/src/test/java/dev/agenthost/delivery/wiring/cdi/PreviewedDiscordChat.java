package dev.agenthost.delivery.wiring.cdi;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.discord.DiscordFault;
import dev.agenthost.testkit.discord.DiscordMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A chat at Discord with a run whose answer is previewed, and the part that follows. */
final class PreviewedDiscordChat {
    static final Duration LIMIT = Duration.ofMinutes(1);
    private static int next = 50_000;

    private final DiscordFixture fixture;
    final String channel;
    final String asked;
    final DeliveredRun run = DeliveredRun.toEventSurface();
    final ObjectNode target;

    PreviewedDiscordChat(DiscordFixture fixture) {
        this.fixture = fixture;
        channel = Integer.toString(next++);
        asked = fixture.discord.write(channel);
        target = JsonNodeFactory.instance.objectNode().put("channel_id", channel);
        fixture.discord.clearFaults();
    }

    /** An answer whose replica stops for ever at that record of its preview. */
    PreviewedAnswer interrupted(SendReplica replica, int record, CrashPoint point) {
        CrashingPreviews crash = new CrashingPreviews(fixture.previews, record, point);
        PreviewedAnswer answer = answer(replica, crash);
        if (record < 2) {
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
        return new PreviewedAnswer(BotPlatform.DISCORD, fixture.previews(replica, store), run, target);
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

    /** One call in three has a fault. */
    void fault(Random random) {
        switch (random.nextInt(12)) {
            case 0 -> fixture.discord.failNext(new DiscordFault.LostAnswer());
            case 1 -> fixture.discord.failNext(new DiscordFault.LostCall());
            case 2 -> fixture.discord.failNext(new DiscordFault.ServerError());
            case 3 -> fixture.discord.failNext(new DiscordFault.TooManyRequests(1, "user"));
            default -> {}
        }
    }

    static String text(Random random, int length) {
        List<String> words = List.of("plain", "ü𝄞", "words", "of", "an", "answer.");
        StringBuilder text = new StringBuilder("Answer");
        while (text.length() < length) {
            text.append(' ').append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }

    List<DiscordMessage> shown() {
        return fixture.shown(channel);
    }

    List<String> texts() {
        return shown().stream().map(DiscordMessage::content).toList();
    }
}
