package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.discord.DiscordMessage;
import dev.agenthost.walk.picture.DiscordDrawing;
import dev.agenthost.walk.picture.ShownBlock;
import dev.agenthost.walk.picture.ShownMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A channel of a server at Discord; its unfinished answer is a message that is edited. */
record DiscordGuideChat(HeldDiscord platform, long chat) implements GuideChat {
    @Override
    public String title() {
        return "Discord";
    }

    @Override
    public String kind() {
        return "channel of a server";
    }

    @Override
    public String accent() {
        return "#5865f2";
    }

    @Override
    public String asShown(String text) {
        return "@shop " + text;
    }

    @Override
    public List<ShownMessage> shown() {
        return platform.discord().messages(channel()).stream()
                .filter(DiscordMessage::isOfBot)
                .map(message -> ShownMessage.ofAgent(blocks(message)).at(message.repliesTo() == null ? "" : "a reply"))
                .toList();
    }

    private String channel() {
        return Long.toString(chat);
    }

    private static List<ShownBlock> blocks(DiscordMessage message) {
        List<ShownBlock> blocks = new ArrayList<>(DiscordDrawing.blocks(message.body()));
        message.files().forEach(file -> blocks.add(new ShownBlock.Photo(file)));
        return blocks;
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) {
        DiscordMessage question = platform.discord().messages(channel()).stream()
                .filter(message -> !message.components().isEmpty())
                .findFirst()
                .orElseThrow();
        ObjectNode press = platform.press(botId, channel(), question, label);
        String id = press.path("id").asText();
        platform.discord().interact(id, press.path("token").asText(), Instant.now());
        platform.interact(botId, press);
        ObjectNode answer = PlatformScenario.eventually(
                "the answer to the press", () -> platform.discord().response(id));
        return Optional.ofNullable(answer.at("/data/content").textValue())
                .map(text -> ShownMessage.notice("shown to the person alone", text));
    }
}
