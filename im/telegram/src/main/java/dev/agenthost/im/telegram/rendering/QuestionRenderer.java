package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.FormattedTextBuilder;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: buttons below a message. A question with fields to fill in is its fallback text, because Telegram has
 * no forms in a chat.
 */
final class QuestionRenderer {

    private QuestionRenderer() {}

    /** Returns no call for a payload that is no question; the host has checked it before. */
    static List<BotApiCall> render(TelegramTarget target, RunId runId, OutboundAction action, boolean isFirst) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        Optional<ArrayNode> keyboard =
                question.fields().isEmpty() ? keyboard(runId, token, question) : Optional.empty();
        FormattedText text = keyboard.isPresent() ? text(question) : FormattedText.plain(question.fallbackText());
        List<BotApiCall> calls = new ArrayList<>();
        for (FormattedText message : TelegramRenderer.messages(text)) {
            calls.add(TelegramRenderer.send(target, message, isFirst && calls.isEmpty()));
        }
        if (!calls.isEmpty()) {
            keyboard.ifPresent(rows ->
                    calls.getLast().parameters().putObject("reply_markup").set("inline_keyboard", rows));
        }
        return calls;
    }

    private static FormattedText text(InteractionRequest question) {
        FormattedTextBuilder text = new FormattedTextBuilder();
        text.append(PlainCharacters.of(question.title()));
        text.mark(TextEntity.Type.BOLD, 0, null);
        if (question.description() != null) {
            text.breakLines(2);
            text.append(PlainCharacters.of(question.description()));
        }
        return text.build();
    }

    /** Returns a row for each button; empty if a button has no key that Telegram can carry. */
    private static Optional<ArrayNode> keyboard(RunId runId, String token, InteractionRequest question) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < question.actions().size(); i++) {
            InteractionAction action = question.actions().get(i);
            Optional<String> key = new ButtonKey(runId, i, token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            ObjectNode button = rows.addArray().addObject();
            button.put("text", PlainCharacters.of(action.label())).put("callback_data", key.get());
            switch (action.style()) {
                case PRIMARY -> button.put("style", "primary");
                case DANGER -> button.put("style", "danger");
                case DEFAULT -> {}
            }
        }
        return Optional.of(rows);
    }
}
