package dev.agenthost.im.wecom.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: a {@code button_interaction} card, of which each button has the key of its action
 * (https://developer.work.weixin.qq.com/document/path/90236). A question with fields to fill in is its fallback text, and so is one with
 * more buttons than a card has.
 */
final class WeComQuestionCard {
    /** Most buttons of a card. */
    static final int MOST_BUTTONS = 6;
    /** Characters of a title that WeCom advises. */
    private static final int TITLE = 36;
    /** Characters of the text of a card that WeCom advises. */
    private static final int DESCRIPTION = 160;
    /** Longest label of a button (assumed; WeCom advises 10 characters). */
    private static final int LONGEST_LABEL = 32;

    private WeComQuestionCard() {}

    /** Returns no call for a payload that is no question; the host has checked it before. */
    static List<WeComCall> render(WeComTarget target, RunId runId, OutboundAction action) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        List<WeComCall> words = WeComTextMessages.of(target, FormattedText.plain(question.fallbackText()));
        boolean hasButtons = question.fields().isEmpty() && question.actions().size() <= MOST_BUTTONS;
        return hasButtons
                ? buttons(runId, token, question)
                        .map(buttons -> card(target, question, buttons, words))
                        .orElse(words)
                : words;
    }

    /** A question that is longer than WeCom advises for a card stands in messages before it. */
    private static List<WeComCall> card(
            WeComTarget target, InteractionRequest question, ArrayNode buttons, List<WeComCall> words) {
        String title = line(question.title());
        String description = question.description() == null
                ? ""
                : PlainCharacters.of(question.description()).strip();
        if (title.isEmpty()) {
            return words;
        }
        boolean isShort = title.length() <= TITLE && description.length() <= DESCRIPTION;
        List<WeComCall> calls = new ArrayList<>();
        if (!isShort) {
            calls.addAll(WeComTextMessages.of(target, text(title, description)));
        }
        ObjectNode card = JsonNodeFactory.instance.objectNode().put("card_type", "button_interaction");
        card.putObject("main_title").put("title", TextShortener.shorten(title, TITLE));
        if (isShort && !description.isEmpty()) {
            card.put("sub_title_text", description);
        }
        card.set("button_list", buttons);
        calls.add(target.card(card).orElse(words));
        return calls;
    }

    private static FormattedText text(String title, String description) {
        return new FormattedText(
                description.isEmpty() ? title : title + "\n\n" + description,
                List.of(new TextEntity(TextEntity.Type.BOLD, 0, title.length(), null)));
    }

    private static String line(String text) {
        return PlainCharacters.of(text).strip().replace('\n', ' ');
    }

    /** Returns empty if a button has no key that a platform can carry. */
    private static Optional<ArrayNode> buttons(RunId runId, String token, InteractionRequest question) {
        ArrayNode buttons = JsonNodeFactory.instance.arrayNode();
        for (InteractionAction action : question.actions()) {
            Optional<String> key = new ButtonKey(runId, buttons.size(), token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            buttons.addObject()
                    .put("text", TextShortener.shorten(line(action.label()), LONGEST_LABEL))
                    .put(
                            "style",
                            switch (action.style()) {
                                case PRIMARY -> 1;
                                case DEFAULT -> 2;
                                case DANGER -> 3;
                            })
                    .put("key", key.get());
        }
        return buttons.isEmpty() ? Optional.empty() : Optional.of(buttons);
    }
}
