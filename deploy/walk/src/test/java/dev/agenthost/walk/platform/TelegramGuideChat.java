package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.picture.ShownBlock;
import dev.agenthost.walk.picture.ShownMessage;
import dev.agenthost.walk.picture.TelegramDrawing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A private chat at Telegram; its unfinished answer is a draft. */
record TelegramGuideChat(HeldTelegram platform, long chat) implements GuideChat {
    @Override
    public String title() {
        return "Telegram";
    }

    @Override
    public String kind() {
        return "private chat";
    }

    @Override
    public String accent() {
        return "#2b7fb8";
    }

    @Override
    public List<ShownMessage> shown() {
        List<ShownMessage> shown = new ArrayList<>();
        for (ObjectNode message : platform.telegram().messages(chat)) {
            shown.add(ShownMessage.ofAgent(message.has("photo") ? List.of(photo()) : TelegramDrawing.blocks(message)));
        }
        ObjectNode draft = platform.telegram().draft(chat);
        if (!draft.isEmpty()) {
            shown.add(ShownMessage.ofAgent(TelegramDrawing.blocks(draft)));
        }
        return shown;
    }

    private ShownBlock photo() {
        return new ShownBlock.Photo(platform.telegram().calls("sendPhoto").stream()
                .filter(call -> call.parameters().path("chat_id").asLong() == chat)
                .findFirst()
                .orElseThrow()
                .files()
                .get("photo"));
    }

    @Override
    public Optional<ShownMessage> press(String botId, String webhook, String label) throws Exception {
        ObjectNode question = platform.telegram().messages(chat).stream()
                .filter(message -> message.has("reply_markup"))
                .findFirst()
                .orElseThrow();
        JsonNode button = question.findParents("callback_data").stream()
                .filter(each -> each.path("text").asText().equals(label))
                .findFirst()
                .orElseThrow();
        JsonNode answer =
                platform.press(webhook, question, button.path("callback_data").asText());
        assertThat(answer.path("method").asText()).isEqualTo("answerCallbackQuery");
        return Optional.ofNullable(answer.path("text").textValue())
                .map(text -> ShownMessage.notice("shown for a moment", text));
    }
}
