package dev.agenthost.im.telegram.streaming;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.protocol.id.RunId;
import java.util.Objects;

/**
 * The calls of the operations on one part of an answer.
 *
 * @param draftId the draft of the part; not zero
 */
public record ChatCalls(TelegramTarget target, long draftId) {

    /** Returns the calls of a part; a repetition of the part on another replica has the same draft. */
    public static ChatCalls of(TelegramTarget target, RunId runId, int part) {
        return new ChatCalls(
                target, 1 + (Objects.hash(runId.value(), part) & Integer.MAX_VALUE) % (Integer.MAX_VALUE - 1));
    }

    /** @param isFirst true if the chat shows no message of the part yet */
    public BotApiCall call(ChatOperation operation, boolean isFirst) {
        return switch (operation) {
            case ChatOperation.Draft(FormattedText text) -> {
                ObjectNode parameters = target.parameters().put("draft_id", draftId);
                text.writeTo(parameters);
                yield new BotApiCall("sendMessageDraft", parameters);
            }
            case ChatOperation.Send(FormattedText text) -> TelegramRenderer.send(target, text, isFirst);
            case ChatOperation.Edit(long messageId, FormattedText text) ->
                TelegramRenderer.edit(target, messageId, text);
            case ChatOperation.Delete(long messageId) ->
                new BotApiCall("deleteMessage", target.messageParameters(messageId));
        };
    }
}
