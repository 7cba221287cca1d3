package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The card of an unfinished answer: it is created, shown by a message, and its text is replaced while it grows
 * (https://open.larkoffice.com/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/streaming-updates-openapi-overview.md).
 */
public final class StreamingCard {
    private static final String CARDS = "/open-apis/cardkit/v1/cards";
    private static final String ELEMENT = "text";
    private static final Set<Integer> STREAMING_ENDED = Set.of(200850, 300309);

    private StreamingCard() {}

    /**
     * The text of a card.
     *
     * @param markdown in the dialect of the markdown component
     * @param isFull true if the text so far has more cards
     */
    public record Text(String markdown, boolean isFull) {}

    /** Returns the text of the first card of an unfinished text; empty if there is nothing to show. */
    public static Optional<Text> text(String markdown) {
        List<String> texts = CardMarkdown.texts(markdown, 0);
        return texts.isEmpty() ? Optional.empty() : Optional.of(new Text(texts.getFirst(), texts.size() > 1));
    }

    /** Returns the call that creates a card (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/create.md). */
    public static LarkCall create(String text) {
        return new LarkCall("POST", CARDS, entity(text));
    }

    private static ObjectNode entity(String text) {
        ObjectNode card = LarkCards.markdown(text);
        // An empty summary is the platform's own words that the answer is being generated.
        card.withObject("/config")
                .put("streaming_mode", true)
                .putObject("summary")
                .put("content", "");
        ((ObjectNode) LarkCards.elements(card).path(0)).put("element_id", ELEMENT);
        return JsonNodeFactory.instance.objectNode().put("type", "card_json").put("data", LarkCards.json(card));
    }

    /** Returns the first message of a part, which shows the card. A card is sent once, so its key has one message. */
    public static LarkCall show(LarkTarget target, String cardId) {
        ObjectNode content = JsonNodeFactory.instance.objectNode().put("type", "card");
        content.putObject("data").put("card_id", cardId);
        return target.card(content, true).at("preview");
    }

    /**
     * Returns the call that replaces the text (https://open.larkoffice.com/document/cardkit-v1/card-element/content.md).
     *
     * @param sequence greater than that of each earlier call on the card
     */
    public static LarkCall replace(String cardId, String text, int sequence) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("content", text).put("sequence", sequence);
        return new LarkCall(
                "PUT", CARDS + "/" + cardId + "/elements/" + ELEMENT + "/content", body, "preview", null, null, null);
    }

    /** Returns true if the text was not replaced because the platform has ended the streaming mode, as it does after 10 minutes. */
    public static boolean hasEnded(CallOutcome outcome) {
        return outcome instanceof CallOutcome.Refused(int code, String description) && STREAMING_ENDED.contains(code);
    }

    /**
     * Returns the call that replaces the card by one with this text, which begins the streaming mode again
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/update.md).
     *
     * @param sequence greater than that of each accepted call on the card
     */
    public static LarkCall renew(String cardId, String text, int sequence) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("sequence", sequence);
        body.set("card", entity(text));
        return new LarkCall("PUT", CARDS + "/" + cardId, body, "preview", null, null, null);
    }
}
