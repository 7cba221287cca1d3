package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: a card with buttons, of which each has the key of its action as its id
 * (https://github.com/open-dingtalk/dingtalk-stream-sdk-python/blob/main/dingtalk_stream/card_instance.py). A question with fields to fill
 * in is its fallback text, and so is one with more buttons than a variable holds, and each question of a robot that receives no presses.
 */
final class DingTalkQuestionCard {
    /** Longest label of a button (assumed). */
    private static final int LONGEST_LABEL = 60;

    private DingTalkQuestionCard() {}

    /** Returns no call for a payload that is no question; the host has checked it before. */
    static List<DingTalkCall> render(DingTalkTarget target, DingTalkRobot robot, RunId runId, OutboundAction action) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        List<DingTalkCall> words = DingTalkMessages.of(target, robot, FormattedText.plain(question.fallbackText()));
        return robot.hasCallbacks() && question.fields().isEmpty()
                ? buttons(runId, token, question)
                        .map(buttons -> card(target, robot, question, buttons, words))
                        .orElse(words)
                : words;
    }

    /** The card has the end of a text that is longer than a variable of a card. */
    private static List<DingTalkCall> card(
            DingTalkTarget target,
            DingTalkRobot robot,
            InteractionRequest question,
            List<ObjectNode> buttons,
            List<DingTalkCall> words) {
        List<FormattedText> texts = TextSplitter.split(
                DingTalkMessages.read(text(question)), DingTalkCards::size, DingTalkCards.MOST_BYTES_OF_VARIABLE);
        if (texts.isEmpty()) {
            return words;
        }
        ObjectNode last = DingTalkCards.withButtons(DingTalkMarkdown.of(texts.getLast()), buttons);
        if (!DingTalkCards.isAccepted(last)) {
            return words;
        }
        List<DingTalkCall> calls = new ArrayList<>();
        for (FormattedText text : texts.subList(0, texts.size() - 1)) {
            calls.addAll(DingTalkMessages.of(target, robot, text));
        }
        calls.add(target.card(robot, last).orElse(words));
        return calls;
    }

    private static String text(InteractionRequest question) {
        String title = DingTalkEscapes.literal(
                PlainCharacters.of(question.title()).strip().replace('\n', ' '), true);
        return question.description() == null
                ? "**" + title + "**"
                : "**" + title + "**\n\n" + DingTalkMarkdown.of(FormattedText.plain(question.description()));
    }

    /** Returns empty if a button has no key that a platform can carry. */
    private static Optional<List<ObjectNode>> buttons(RunId runId, String token, InteractionRequest question) {
        List<ObjectNode> buttons = new ArrayList<>();
        for (InteractionAction action : question.actions()) {
            Optional<String> key = new ButtonKey(runId, buttons.size(), token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            buttons.add(JsonNodeFactory.instance
                    .objectNode()
                    .put("text", TextShortener.shorten(PlainCharacters.of(action.label()), LONGEST_LABEL))
                    .put(
                            "color",
                            switch (action.style()) {
                                case PRIMARY -> "blue";
                                case DANGER -> "red";
                                case DEFAULT -> "gray";
                            })
                    .put("id", key.get())
                    .put("request", true));
        }
        return Optional.of(buttons);
    }
}
