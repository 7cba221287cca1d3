package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.picture.LarkDrawing;
import dev.agenthost.walk.picture.ShownBlock;
import dev.agenthost.walk.picture.ShownMessage;
import java.util.List;
import java.util.Optional;

/** A private chat at Lark; its unfinished answer is a card that grows. */
record LarkGuideChat(HeldLark platform, long chat) implements GuideChat {
    @Override
    public String title() {
        return "Lark";
    }

    @Override
    public String kind() {
        return "private chat";
    }

    @Override
    public String accent() {
        return "#3370ff";
    }

    @Override
    public List<ShownMessage> shown() {
        return platform.lark().messages(chatId()).stream()
                .filter(message -> !message.type().equals("text"))
                .map(message -> ShownMessage.ofAgent(blocks(message)))
                .toList();
    }

    private String chatId() {
        return "oc_" + chat;
    }

    private List<ShownBlock> blocks(LarkMessage message) {
        return switch (message.type()) {
            case "interactive" -> LarkDrawing.blocks(message.elements());
            case "image" ->
                List.of(new ShownBlock.Photo(platform.lark()
                        .uploaded(message.content().path("image_key").asText())));
            default -> throw new IllegalArgumentException("a message that has no drawing: " + message);
        };
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception {
        LarkMessage question = platform.lark().messages(chatId()).stream()
                .filter(message -> !LarkEvents.buttons(message).isEmpty())
                .findFirst()
                .orElseThrow();
        String answer = LarkEvents.post(webhook, HeldLark.KEY, LarkEvents.press(question, label))
                .body();
        JsonNode toast = FrontDoor.JSON.readTree(answer).path("toast").path("content");
        return Optional.ofNullable(toast.textValue()).map(text -> ShownMessage.notice("shown for a moment", text));
    }
}
