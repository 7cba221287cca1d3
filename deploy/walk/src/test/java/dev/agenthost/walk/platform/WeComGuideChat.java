package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.wecom.WeComMessage;
import dev.agenthost.walk.picture.ShownBlock;
import dev.agenthost.walk.picture.ShownMessage;
import dev.agenthost.walk.picture.WeComDrawing;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;

/** The conversation of a person with an application at WeCom, which shows complete answers; a press replaces the buttons of its card. */
record WeComGuideChat(HeldWeCom platform, long chat) implements GuideChat {
    @Override
    public String title() {
        return "WeCom";
    }

    @Override
    public String kind() {
        return "conversation with an application";
    }

    @Override
    public String accent() {
        return "#0a6fc2";
    }

    @Override
    public List<ShownMessage> shown() {
        return messages().stream()
                .map(message -> ShownMessage.ofAgent(blocks(message)))
                .toList();
    }

    private List<WeComMessage> messages() {
        return platform.weCom().messages(HeldWeCom.userId(chat));
    }

    private List<ShownBlock> blocks(WeComMessage message) {
        return switch (message.type()) {
            case WeComMessage.CARD -> WeComDrawing.card(message.content());
            case "markdown" -> WeComDrawing.markdown(message.text());
            case "image" ->
                List.of(new ShownBlock.Photo(platform.weCom()
                        .uploaded(message.content().path("media_id").asText())));
            default -> throw new IllegalArgumentException("a message that has no drawing: " + message);
        };
    }

    @Override
    public boolean hasUnfinishedAnswers() {
        return false;
    }

    @Override
    public boolean keepsButtons() {
        return false;
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception {
        String userId = HeldWeCom.userId(chat);
        WeComMessage question = messages().stream()
                .filter(message -> message.type().equals(WeComMessage.CARD))
                .findFirst()
                .orElseThrow();
        HttpResponse<String> answer = WeComEvents.post(webhook, WeComEvents.press(question, label, userId));
        assertThat(answer.statusCode()).isEqualTo(200);
        String replaceName = WeComEvents.replaceName(answer.body(), userId);
        return Optional.of(ShownMessage.ofAgent(WeComDrawing.pressedCard(question.content(), replaceName))
                .at("the same card after the press"));
    }
}
