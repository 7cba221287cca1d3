package dev.agenthost.im.slack.form;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.ChineseText;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.Optional;

/**
 * Renders the form of a question as a modal (https://docs.slack.dev/reference/views/modal-views): its text, and one input for each field.
 * The modal carries the key of the question, so that any replica can take its submission.
 */
public final class QuestionModal {
    /** The method that opens a modal (https://docs.slack.dev/reference/methods/views.open). */
    public static final String OPEN = "views.open";

    /** Begins the {@code action_id} of a button that opens a form; the rest is its place. */
    public static final String ACTION_PREFIX = ButtonKey.MEMBER + ":form:";

    /** The {@code callback_id} of each form. */
    public static final String CALLBACK = ButtonKey.MEMBER + ":form";

    private static final int LONGEST_TITLE = 24;
    private static final int LONGEST_SECTION = 3000;
    private static final int MOST_BLOCKS = 100;
    /** 250 kB (https://docs.slack.dev/reference/methods/views.open); what Slack adds to a view is left out of account. */
    private static final int LARGEST = 240_000;

    private static final String ENGLISH_CANCEL = "Cancel";
    private static final String CHINESE_CANCEL = "取消";

    private QuestionModal() {}

    /** Returns true if the question has fields, and all of them that are required can be shown. */
    public static boolean fits(InteractionRequest question) {
        return render(question, 0, "").isPresent();
    }

    /** Returns the view; empty for a question that is to be answered in words, because it does not fit. */
    public static Optional<ObjectNode> render(InteractionRequest question, ButtonKey key) {
        return key.text().flatMap(metadata -> render(question, key.action(), metadata));
    }

    private static Optional<ObjectNode> render(InteractionRequest question, int place, String metadata) {
        if (!question.fields().stream().allMatch(FormInputs::fits)) {
            return Optional.empty();
        }
        boolean isChinese = isChinese(question);
        ObjectNode view = JsonNodeFactory.instance
                .objectNode()
                .put("type", "modal")
                .put("callback_id", CALLBACK)
                .put("private_metadata", metadata);
        view.set("title", ModalText.line(question.title(), LONGEST_TITLE));
        view.set("submit", ModalText.line(submit(question, place, isChinese), LONGEST_TITLE));
        view.set("close", ModalText.of(isChinese ? CHINESE_CANCEL : ENGLISH_CANCEL, LONGEST_TITLE));
        ArrayNode blocks = view.putArray("blocks");
        text(question, blocks);
        int texts = blocks.size();
        for (InteractionField field : question.fields()) {
            FormInputs.block(field, isChinese).ifPresent(blocks::add);
        }
        return blocks.size() == texts || blocks.size() > MOST_BLOCKS || size(view) > LARGEST
                ? Optional.empty()
                : Optional.of(view);
    }

    /** Returns true for a question with Chinese characters in its texts: its language is not named. */
    public static boolean isChinese(InteractionRequest question) {
        return ChineseText.is(question.title())
                || question.description() != null && ChineseText.is(question.description())
                || question.fields().stream().anyMatch(field -> ChineseText.is(field.label()));
    }

    /** The button of the modal is the action whose button opened it. */
    private static String submit(InteractionRequest question, int place, boolean isChinese) {
        return place < question.actions().size() ? question.actions().get(place).label() : isChinese ? "提交" : "Submit";
    }

    /** The words that the message has, too: the title of a modal is short. */
    private static void text(InteractionRequest question, ArrayNode blocks) {
        String title = PlainCharacters.of(question.title()).strip();
        if (title.length() > LONGEST_TITLE) {
            section(title, blocks);
        }
        if (question.description() != null && !question.description().isBlank()) {
            section(PlainCharacters.of(question.description()), blocks);
        }
    }

    private static void section(String text, ArrayNode blocks) {
        for (FormattedText piece : TextSplitter.split(FormattedText.plain(text), LONGEST_SECTION)) {
            if (!piece.text().isBlank()) {
                blocks.addObject().put("type", "section").set("text", ModalText.of(piece.text(), LONGEST_SECTION));
            }
        }
    }

    /** Bytes of JSON; Slack may write other characters as escapes. */
    private static int size(ObjectNode view) {
        return view.toString().chars().map(character -> character < 128 ? 1 : 6).sum();
    }

    /** Returns true if the modal of a submission is Chinese. */
    static boolean isChineseView(String close) {
        return close.equals(CHINESE_CANCEL);
    }
}
