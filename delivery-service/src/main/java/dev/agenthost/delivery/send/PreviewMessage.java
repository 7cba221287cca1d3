package dev.agenthost.delivery.send;

import org.jspecify.annotations.Nullable;

/**
 * The message of a preview, as far as it is known.
 *
 * @param id the platform's id; null before it is known
 * @param cardId of the card that the message shows; null before it is known, and on a platform without cards
 */
public record PreviewMessage(@Nullable String id, @Nullable String cardId) {
    public static final PreviewMessage NONE = new PreviewMessage(null, null);

    public PreviewMessage withId(@Nullable String newId) {
        return new PreviewMessage(newId == null ? id : newId, cardId);
    }

    public PreviewMessage withCard(@Nullable String newCard) {
        return new PreviewMessage(id, newCard == null ? cardId : newCard);
    }
}
