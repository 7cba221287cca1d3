package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.slack.SlackMessage;
import dev.agenthost.walk.picture.ShownBlock;
import dev.agenthost.walk.picture.ShownMessage;
import dev.agenthost.walk.picture.SlackDrawing;
import java.util.List;
import java.util.Optional;

/** A channel of Slack; the answer is a stream in the thread of the question. */
record SlackGuideChat(HeldSlack platform, long chat) implements GuideChat {
    @Override
    public String title() {
        return "Slack";
    }

    @Override
    public String kind() {
        return "thread in a channel";
    }

    @Override
    public String accent() {
        return "#7a4a86";
    }

    @Override
    public int write(String webhook, String text) throws Exception {
        return SlackEvents.post(
                        webhook,
                        HeldSlack.SIGNING,
                        SlackEvents.message(
                                channel(), "channel", platform.slack().write(channel()), "<@U1> " + text))
                .statusCode();
    }

    @Override
    public String asShown(String text) {
        return "@shop " + text;
    }

    @Override
    public List<ShownMessage> shown() {
        return platform.slack().messages(channel()).stream()
                .filter(SlackMessage::isOfBot)
                .map(message ->
                        ShownMessage.ofAgent(blocks(message)).at(message.threadTs() == null ? "" : "in the thread"))
                .toList();
    }

    private String channel() {
        return "C" + chat;
    }

    private List<ShownBlock> blocks(SlackMessage message) {
        return message.files().isEmpty()
                ? SlackDrawing.blocks(message.content())
                : message.files().stream()
                        .map(file -> (ShownBlock)
                                new ShownBlock.Photo(platform.slack().uploaded(file)))
                        .toList();
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception {
        SlackMessage question = platform.slack().messages(channel()).stream()
                .filter(message -> !message.blocks().findValues("action_id").isEmpty())
                .findFirst()
                .orElseThrow();
        JsonNode button = question.blocks().findParents("action_id").stream()
                .filter(element -> element.at("/text/text").asText().equals(label))
                .findFirst()
                .orElseThrow();
        int before = platform.slack().responses().size();
        ObjectNode press = SlackEvents.press(
                channel(), question.ts(), (ObjectNode) button, platform.slack().responseUrl());
        SlackEvents.post(webhook, HeldSlack.SIGNING, press);
        if (label.equals(GuideAgent.YES)) {
            return Optional.empty();
        }
        String response = PlatformScenario.eventually(
                "the notice",
                () -> platform.slack().responses().stream().skip(before).findFirst());
        return Optional.of(ShownMessage.notice("shown to the person alone", response));
    }
}
