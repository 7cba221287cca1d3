package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.form.QuestionModal;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: its text, and buttons (https://docs.slack.dev/reference/block-kit/block-elements/button-element). Those of
 * a question with fields to fill in open its form; one whose form does not fit is its fallback text.
 */
final class QuestionBlocks {
    /** Begins the {@code action_id} of a button of a question. */
    static final String ACTION_PREFIX = ButtonKey.MEMBER + ":";

    private static final int LONGEST_LABEL = 75;
    /** Most elements of a block of actions (https://docs.slack.dev/reference/block-kit/blocks/actions-block). */
    private static final int MOST_ELEMENTS = 25;

    private QuestionBlocks() {}

    /** Returns no call for a payload that is no question; the host has checked it before. */
    static List<SlackCall> render(SlackTarget target, RunId runId, OutboundAction action) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        Optional<ArrayNode> buttons = question.fields().isEmpty() || QuestionModal.fits(question)
                ? buttons(runId, token, question)
                : Optional.empty();
        List<FormattedText> messages = SlackRenderer.messages(
                buttons.isPresent() ? text(question) : FormattedText.plain(question.fallbackText()));
        List<SlackCall> calls = new ArrayList<>();
        for (FormattedText message : messages) {
            boolean isLast = calls.size() + 1 == messages.size();
            calls.add(buttons.filter(each -> isLast)
                    .map(each -> target.message(message, each))
                    .orElseGet(() -> target.message(message)));
        }
        return calls;
    }

    private static FormattedText text(InteractionRequest question) {
        String title = PlainCharacters.of(question.title()).strip();
        String description = question.description() == null ? "" : "\n" + PlainCharacters.of(question.description());
        return new FormattedText(
                title + description, List.of(new TextEntity(TextEntity.Type.BOLD, 0, title.length(), null)));
    }

    /** Returns empty if a button has no key that a platform can carry. */
    private static Optional<ArrayNode> buttons(RunId runId, String token, InteractionRequest question) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        String prefix = question.fields().isEmpty() ? ACTION_PREFIX : QuestionModal.ACTION_PREFIX;
        int place = 0;
        for (InteractionAction action : actions(question)) {
            Optional<String> key = new ButtonKey(runId, place, token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            if (place % MOST_ELEMENTS == 0) {
                blocks.addObject().put("type", "actions").putArray("elements");
            }
            ((ArrayNode) blocks.get(blocks.size() - 1).get("elements")).add(button(action, prefix + place, key.get()));
            place++;
        }
        return Optional.of(blocks);
    }

    /** Returns the buttons; a form without actions is opened by one. */
    private static List<InteractionAction> actions(InteractionRequest question) {
        return question.actions().isEmpty()
                ? List.of(new InteractionAction(
                        "answer", QuestionModal.isChinese(question) ? "回答" : "Answer", InteractionAction.Style.PRIMARY))
                : question.actions();
    }

    private static ObjectNode button(InteractionAction action, String actionId, String key) {
        ObjectNode button = JsonNodeFactory.instance
                .objectNode()
                .put("type", "button")
                .put("action_id", actionId)
                .put("value", key);
        button.putObject("text")
                .put("type", "plain_text")
                .put("emoji", false)
                .put("text", TextShortener.shorten(PlainCharacters.of(action.label()), LONGEST_LABEL));
        switch (action.style()) {
            case PRIMARY -> button.put("style", "primary");
            case DANGER -> button.put("style", "danger");
            case DEFAULT -> {}
        }
        return button;
    }
}
