package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.slack.SlackFault;
import dev.agenthost.testkit.slack.SlackMessage;
import java.util.List;
import java.util.Random;

/** A chat at Slack with a run whose answer is previewed, and the part that follows. */
final class PreviewedSlackChat extends PreviewedChat {
    private static int next = 50_000;

    private final SlackFixture fixture;
    final String channel;
    final String asked;

    PreviewedSlackChat(SlackFixture fixture) {
        super(fixture, BotPlatform.SLACK, 2);
        this.fixture = fixture;
        channel = "C" + next++;
        asked = fixture.slack.write(channel);
        target.put("channel", channel).put("channel_type", "im");
        fixture.slack.clearFaults();
    }

    private PreviewedSlackChat(PreviewedSlackChat same) {
        super(same.fixture, BotPlatform.SLACK, 2);
        fixture = same.fixture;
        channel = same.channel;
        asked = same.asked;
        target.setAll(same.target);
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
