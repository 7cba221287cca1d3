package dev.agenthost.im.telegram.streaming;

import dev.agenthost.im.chat.text.FormattedText;

/** The next operation on the messages of an answer. */
public sealed interface ChatOperation {

    /** Shows a preview that is no message: {@code sendMessageDraft}. */
    record Draft(FormattedText text) implements ChatOperation {}

    /** Appends a message: {@code sendMessage}. */
    record Send(FormattedText text) implements ChatOperation {}

    /** Replaces the text of a message: {@code editMessageText}. */
    record Edit(long messageId, FormattedText text) implements ChatOperation {}

    /** Removes a message: {@code deleteMessage}. */
    record Delete(long messageId) implements ChatOperation {}
}
