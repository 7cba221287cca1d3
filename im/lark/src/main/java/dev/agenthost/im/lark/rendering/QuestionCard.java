package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: a card with buttons
 * (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-components/interactive-components/button). A question
 * with fields to fill in is its fallback text.
 */
final class QuestionCard {
    /** Longest label of a button. */
    private static final int LONGEST_LABEL = 100;

    private QuestionCard() {}

    /** Returns no call for a payload that is no question; the host has checked it before. */
    static List<LarkCall> render(LarkTarget target, RunId runId, OutboundAction action, boolean isFirst) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        Optional<List<ObjectNode>> buttons =
                question.fields().isEmpty() ? buttons(runId, token, question) : Optional.empty();
        List<ObjectNode> cards = buttons.isPresent()
                ? LarkRenderer.markdown(text(question))
                : LarkRenderer.plain(question.fallbackText());
        List<LarkCall> calls = new ArrayList<>();
        for (ObjectNode card : cards) {
            if (calls.size() + 1 == cards.size()) {
                buttons.ifPresent(each -> LarkCards.elements(card).addAll(each));
            }
            calls.add(target.card(card, isFirst && calls.isEmpty()));
        }
        return calls;
    }

    private static String text(InteractionRequest question) {
        String title =
                "**" + CardText.escaped(PlainCharacters.of(question.title()).strip(), false) + "**";
        return question.description() == null
                ? title
                : title + "\n\n" + CardText.escaped(PlainCharacters.of(question.description()), true);
    }

    /** Returns empty if a button has no key that a platform can carry. */
    private static Optional<List<ObjectNode>> buttons(RunId runId, String token, InteractionRequest question) {
        List<ObjectNode> buttons = new ArrayList<>();
        for (InteractionAction action : question.actions()) {
            Optional<String> key = new ButtonKey(runId, buttons.size(), token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            buttons.add(button(action, key.get()));
        }
        return Optional.of(buttons);
    }

    private static ObjectNode button(InteractionAction action, String key) {
        String label = PlainCharacters.of(action.label());
        ObjectNode button = JsonNodeFactory.instance.objectNode().put("tag", "button");
        button.set(
                "text",
                LarkCards.plainText(
                        label.codePointCount(0, label.length()) <= LONGEST_LABEL
                                ? label
                                : label.substring(0, label.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…"));
        button.put(
                "type",
                switch (action.style()) {
                    case PRIMARY -> "primary";
                    case DANGER -> "danger";
                    case DEFAULT -> "default";
                });
        button.putArray("behaviors")
                .addObject()
                .put("type", "callback")
                .putObject("value")
                .put(ButtonKey.MEMBER, key);
        return button;
    }
}
