package dev.agenthost.delivery.wiring.cdi;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.slack.SlackFault;
import dev.agenthost.testkit.slack.SlackMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A chat at Slack with a run whose answer is previewed, and the part that follows. */
final class PreviewedSlackChat {
    static final Duration LIMIT = Duration.ofMinutes(1);
    private static int next = 50_000;

    private final SlackFixture fixture;
    final String channel;
    final String asked;
    final DeliveredRun run = DeliveredRun.toEventSurface();
    final ObjectNode target;

    PreviewedSlackChat(SlackFixture fixture) {
        this.fixture = fixture;
        channel = "C" + next++;
        asked = fixture.slack.write(channel);
        target = JsonNodeFactory.instance.objectNode().put("channel", channel).put("channel_type", "im");
        fixture.slack.clearFaults();
    }

    private PreviewedSlackChat(PreviewedSlackChat same) {
        fixture = same.fixture;
        channel = same.channel;
        asked = same.asked;
        target = same.target;
    }

    /** Another run in the same place. */
    PreviewedSlackChat withOtherRun() {
        return new PreviewedSlackChat(this);
    }

    /** A question in a channel, whose answer is in its thread and can be streamed. */
    static PreviewedSlackChat inThread(SlackFixture fixture) {
        PreviewedSlackChat chat = new PreviewedSlackChat(fixture);
        chat.target.put("channel_type", "channel").put("ts", chat.asked);
        chat.target.put("user", "U5").put("team", "T1");
        return chat;
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
        return new PreviewedAnswer(BotPlatform.SLACK, fixture.previews(replica, store), run, target);
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
            case 0 -> fixture.slack.failNext(new SlackFault.LostAnswer());
            case 1 -> fixture.slack.failNext(new SlackFault.LostCall());
            case 2 -> fixture.slack.failNext(new SlackFault.ServerError());
            case 3 -> fixture.slack.failNext(new SlackFault.TooManyRequests(1));
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

    List<SlackMessage> shown() {
        return fixture.shown(channel);
    }

    List<String> texts() {
        return shown().stream().map(SlackMessage::text).toList();
    }

    /** Returns the calls of a method in this channel, in their order. */
    List<ObjectNode> calls(String method) {
        return fixture.slack.calls(method).stream()
                .map(RecordedCall::parameters)
                .filter(call -> call.path("channel").asText().equals(channel))
                .toList();
    }
}
