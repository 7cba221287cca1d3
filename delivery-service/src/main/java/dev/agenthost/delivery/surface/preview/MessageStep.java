package dev.agenthost.delivery.surface.preview;

/** The next call of a preview that is a message. */
public enum MessageStep {
    /** Creates the card that the message will show. It shows nothing. */
    CREATE_CARD,
    /** Sends the message. Without an answer it is in doubt. */
    SEND,
    /** Replaces the text of the message. */
    UPDATE
}
