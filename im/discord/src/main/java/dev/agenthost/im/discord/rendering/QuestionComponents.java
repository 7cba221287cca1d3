package dev.agenthost.im.discord.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.form.QuestionForm;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: its text, and buttons in rows (https://docs.discord.com/developers/components/reference#button). A
 * question has at most 20 buttons, and a message 5 rows of 5. The key of a button has at most 64 characters, and its prefix 15, of the 100
 * that a {@code custom_id} may have. The buttons of a question with fields open its form;
 * one whose form does not fit is its fallback text.
 */
final class QuestionComponents {
    /** Begins the {@code custom_id} of a button of a question. */
    static final String ID_PREFIX = ButtonKey.MEMBER + ":";

    private static final int ROW = 1;
    private static final int BUTTON = 2;
    private static final int MOST_BUTTONS_OF_ROW = 5;
    private static final int LONGEST_LABEL = 80;

    private QuestionComponents() {}

    /** Returns no call for a payload that is no question; the host has checked it before. */
    static List<DiscordCall> render(DiscordTarget target, RunId runId, OutboundAction action) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        Optional<ArrayNode> rows = question.fields().isEmpty() || QuestionForm.fits(question)
                ? rows(runId, token, question)
                : Optional.empty();
        List<FormattedText> messages = DiscordMarkdown.messages(
                rows.isPresent() ? text(question) : FormattedText.plain(question.fallbackText()));
        List<DiscordCall> calls = new ArrayList<>();
        for (FormattedText message : messages) {
            boolean isLast = calls.size() + 1 == messages.size();
            DiscordTarget place = calls.isEmpty() ? target : target.further();
            calls.add(rows.filter(each -> isLast)
                    .map(each -> place.message(message, each))
                    .orElseGet(() -> place.message(message)));
        }
        return calls;
    }

    private static FormattedText text(InteractionRequest question) {
        String title = PlainCharacters.of(question.title()).strip();
        String description = question.description() == null ? "" : "\n" + PlainCharacters.of(question.description());
        return title.isEmpty()
                ? FormattedText.plain(question.fallbackText())
                : new FormattedText(
                        title + description, List.of(new TextEntity(TextEntity.Type.BOLD, 0, title.length(), null)));
    }

    /** Returns empty if a button has no key that a platform can carry. */
    private static Optional<ArrayNode> rows(RunId runId, String token, InteractionRequest question) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        int place = 0;
        String prefix = question.fields().isEmpty() ? ID_PREFIX : QuestionForm.ID_PREFIX;
        for (InteractionAction action : actions(question)) {
            Optional<String> key = new ButtonKey(runId, place, token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            if (place % MOST_BUTTONS_OF_ROW == 0) {
                rows.addObject().put("type", ROW).putArray(DiscordTarget.COMPONENTS);
            }
            ((ArrayNode) rows.get(rows.size() - 1).get(DiscordTarget.COMPONENTS))
                    .add(button(action, prefix + key.get()));
            place++;
        }
        return Optional.of(rows);
    }

    /** Returns the buttons; a form without actions is opened by one. */
    private static List<InteractionAction> actions(InteractionRequest question) {
        return question.actions().isEmpty() && !question.fields().isEmpty()
                ? List.of(new InteractionAction(
                        "answer", QuestionForm.isChinese(question) ? "回答" : "Answer", InteractionAction.Style.PRIMARY))
                : question.actions();
    }

    private static ObjectNode button(InteractionAction action, String customId) {
        int style =
                switch (action.style()) {
                    case PRIMARY -> 1;
                    case DEFAULT -> 2;
                    case DANGER -> 4;
                };
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", BUTTON)
                .put("style", style)
                .put("label", label(action))
                .put("custom_id", customId);
    }

    private static String label(InteractionAction action) {
        String plain = PlainCharacters.of(action.label()).strip();
        String label = plain.isEmpty() ? "…" : plain;
        if (label.codePointCount(0, label.length()) <= LONGEST_LABEL) {
            return label;
        }
        return label.substring(0, label.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…";
    }
}
