package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.orchestrator.result.DeltaText;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;

/** The beginning of a message that surely fits a record, with a mark of the truncation, so that no reader takes it for the whole. */
public final class TruncatedMessage {
    /** Six bytes each at most; the record then has room for the other fields of one result. */
    public static final int CHARACTERS = 400_000;

    private TruncatedMessage() {}

    static MessageCompleted of(Message whole) {
        String text = whole.plainText();
        return new MessageCompleted(new Message(
                whole.role(), whole.name(), TextNode.valueOf(head(text) + DeltaText.CUT), null, null, null, null));
    }

    /** Cuts between characters only. */
    private static String head(String text) {
        if (text.length() <= CHARACTERS) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(CHARACTERS - 1)) ? CHARACTERS - 1 : CHARACTERS);
    }
}
