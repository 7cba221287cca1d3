package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.orchestrator.result.DeltaText;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;

/** As much of a message as surely fits a record, and the word that it was cut: whoever reads it does not take it for the whole. */
public final class TruncatedMessage {
    /** Six bytes each at most, beside which there is room for as much as one result may bring of everything else. */
    public static final int CHARACTERS = 400_000;

    private TruncatedMessage() {}

    static MessageCompleted of(Message whole) {
        String text = whole.plainText();
        return new MessageCompleted(new Message(
                whole.role(), whole.name(), TextNode.valueOf(head(text) + DeltaText.CUT), null, null, null, null));
    }

    /** Never within a character. */
    private static String head(String text) {
        if (text.length() <= CHARACTERS) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(CHARACTERS - 1)) ? CHARACTERS - 1 : CHARACTERS);
    }
}
