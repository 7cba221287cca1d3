package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.protocol.delivery.OutboundReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The card of an answer that grows (https://open.dingtalk.com/document/development/typewriter-effect-streaming-ai-card): it is shown with
 * its first words, and its text is replaced until the last call, which ends its growth.
 */
public final class StreamedCard {
    /** The place of the card in its part. */
    public static final String PLACE = "preview";

    private static final String MOVED = "The answer follows.";

    private StreamedCard() {}

    /**
     * The text of a card.
     *
     * @param markdown of DingTalk
     * @param isFull true if the text so far is longer than a card
     */
    public record Text(String markdown, boolean isFull) {}

    /** Returns the text of the card of an unfinished text; empty if there is nothing to show. */
    public static Optional<Text> text(String markdown) {
        FormattedText read = DingTalkMessages.read(markdown);
        List<FormattedText> pieces = cardPieces(read);
        return pieces.isEmpty()
                ? Optional.empty()
                : Optional.of(new Text(DingTalkMarkdown.of(pieces.getFirst()), pieces.size() > 1));
    }

    /** Returns the call that shows the card. A card is created once for its id, whatever its first words are. */
    public static DingTalkCall show(DingTalkTarget target, DingTalkRobot robot, String markdown) {
        List<FormattedText> pieces = TextSplitter.split(
                DingTalkMessages.read(markdown), DingTalkCards::size, DingTalkCards.MOST_BYTES_OF_VARIABLE);
        String words = pieces.isEmpty() ? "" : DingTalkMarkdown.of(pieces.getFirst());
        return target.card(robot, DingTalkCards.growing(words)).at(PLACE);
    }

    /**
     * Returns the call that replaces the text.
     *
     * @param number of the call in the preview, which tells calls of one text apart
     */
    public static DingTalkCall replace(String cardId, String markdown, int number) {
        return stream(cardId, markdown, number, false);
    }

    /**
     * Returns the calls of a part in the place of its preview: the first piece of its text is the last text of the card, and the rest
     * follows in messages. If the platform refuses it, a message has the text.
     *
     * @param number greater than that of each call of the preview
     * @param calls of the part without a preview, of which those after its text follow
     */
    public static List<DingTalkCall> complete(
            DingTalkTarget target,
            DingTalkRobot robot,
            OutboundReply part,
            String cardId,
            int number,
            List<DingTalkCall> calls) {
        FormattedText text = DingTalkRenderer.text(part);
        List<FormattedText> pieces = cardPieces(text);
        List<DingTalkCall> messages = DingTalkMessages.of(target, robot, text);
        List<DingTalkCall> complete = new ArrayList<>();
        if (pieces.isEmpty()) {
            complete.add(update(cardId, DingTalkCards.finished("…")));
        } else {
            FormattedText first = pieces.getFirst();
            int end = text.text().indexOf(first.text()) + first.text().length();
            FormattedText rest = text.slice(end, text.text().length());
            complete.add(stream(cardId, DingTalkMarkdown.of(first), number, true)
                    .orElse(DingTalkMessages.of(target, robot, first)));
            complete.add(update(cardId, DingTalkCards.finished()));
            complete.addAll(DingTalkRenderer.placed(DingTalkMessages.of(target, robot, rest), "rest."));
        }
        complete.addAll(calls.subList(messages.size(), calls.size()));
        return complete;
    }

    /** Returns the call that ends the growth of a card whose text follows in a message. */
    static DingTalkCall moved(String cardId) {
        return update(cardId, DingTalkCards.finished(MOVED));
    }

    private static List<FormattedText> cardPieces(FormattedText text) {
        return TextSplitter.split(text, DingTalkCards::size, DingTalkCards.MOST_BYTES);
    }

    /** https://open.dingtalk.com/document/development/api-streamingupdate: Markdown is replaced as a whole. */
    private static DingTalkCall stream(String cardId, String markdown, int number, boolean isLast) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put(DingTalkCall.CARD_KEY, cardId)
                .put("key", DingTalkCards.TEXT)
                .put("content", markdown)
                .put("isFull", true)
                .put("isFinalize", isLast)
                .put("isError", false);
        return new DingTalkCall(DingTalkCall.Kind.CARD_TEXT, body).at("text." + number);
    }

    /** https://open.dingtalk.com/document/development/interactive-card-update-interface */
    private static DingTalkCall update(String cardId, ObjectNode parameters) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put(DingTalkCall.CARD_KEY, cardId)
                .put("userIdType", 1);
        body.putObject("cardData").set("cardParamMap", parameters);
        body.putObject("cardUpdateOptions").put("updateCardDataByKey", true);
        return new DingTalkCall(DingTalkCall.Kind.CARD_DATA, body);
    }
}
