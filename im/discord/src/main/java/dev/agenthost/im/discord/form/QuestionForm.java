package dev.agenthost.im.discord.form;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.ChineseText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.Optional;

/**
 * Renders the form of a question as a modal (https://docs.discord.com/developers/components/using-modal-components): its description, and
 * one component for each field. The modal carries the key of the question, so that any replica can take its submission.
 */
public final class QuestionForm {
    /** Begins the {@code custom_id} of a button that opens a form, and that of the form; the rest is the key. */
    public static final String ID_PREFIX = ButtonKey.MEMBER + ":form:";

    /**
     * Components of a modal, the text included
     * (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal).
     */
    private static final int MOST_COMPONENTS = 5;

    private static final int LONGEST_TITLE = 45;
    /** https://docs.discord.com/developers/components/reference#text-display; a shorter text is chosen here. */
    private static final int LONGEST_TEXT = 2_000;

    private static final int TEXT_DISPLAY = 10;

    private QuestionForm() {}

    /** Returns true if the question has fields, and all of them that are required can be shown. */
    public static boolean fits(InteractionRequest question) {
        return render(question, "").isPresent();
    }

    /** Returns {@code custom_id}, title and components; empty for a question that is to be answered in words, because it does not fit. */
    public static Optional<ObjectNode> render(InteractionRequest question, ButtonKey key) {
        return key.text().flatMap(text -> render(question, ID_PREFIX + text));
    }

    private static Optional<ObjectNode> render(InteractionRequest question, String customId) {
        if (!question.fields().stream().allMatch(FormComponents::fits)) {
            return Optional.empty();
        }
        ObjectNode modal = JsonNodeFactory.instance.objectNode().put("custom_id", customId);
        modal.put("title", FormComponents.line(question.title(), LONGEST_TITLE));
        ArrayNode components = modal.putArray("components");
        boolean isChinese = isChinese(question);
        for (InteractionField field : question.fields()) {
            FormComponents.label(field, isChinese).ifPresent(components::add);
        }
        if (components.isEmpty() || components.size() > MOST_COMPONENTS) {
            return Optional.empty();
        }
        // The message has the description, too; where there is no place for it, the form is without it.
        String description = question.description() == null
                ? ""
                : PlainCharacters.of(question.description()).strip();
        if (!description.isEmpty() && components.size() < MOST_COMPONENTS) {
            components
                    .insertObject(0)
                    .put("type", TEXT_DISPLAY)
                    .put("content", TextShortener.shorten(description, LONGEST_TEXT));
        }
        return Optional.of(modal);
    }

    /** Returns true for a question with Chinese characters in its texts: its language is not named. */
    public static boolean isChinese(InteractionRequest question) {
        return ChineseText.is(question.title())
                || question.description() != null && ChineseText.is(question.description())
                || question.fields().stream().anyMatch(field -> ChineseText.is(field.label()));
    }
}
