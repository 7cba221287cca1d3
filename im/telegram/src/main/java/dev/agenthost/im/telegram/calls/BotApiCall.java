package dev.agenthost.im.telegram.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of the Bot API (<a href="https://core.telegram.org/bots/api#making-requests">making requests</a>).
 *
 * @param method for instance {@code sendMessage}
 * @param parameters as JSON
 * @param upload the file to upload with it; null for none
 * @param replaced the call that this edit of a preview stands for, made if the preview cannot be edited; null for none
 */
public record BotApiCall(
        String method,
        ObjectNode parameters,
        @Nullable FileUpload upload,
        @Nullable BotApiCall replaced) {

    /** A call without a file. */
    public BotApiCall(String method, ObjectNode parameters) {
        this(method, parameters, null, null);
    }

    /** A call that uploads a file. */
    public BotApiCall(String method, ObjectNode parameters, @Nullable FileUpload upload) {
        this(method, parameters, upload, null);
    }

    /** Returns the call for another chat, such as the supergroup that a group became. */
    public BotApiCall in(long chatId) {
        ObjectNode moved = parameters.deepCopy();
        return new BotApiCall(
                method, moved.put("chat_id", chatId), upload, replaced == null ? null : replaced.in(chatId));
    }

    /** Returns the call with other parameters. */
    public BotApiCall with(ObjectNode changed) {
        return new BotApiCall(method, changed, upload, replaced);
    }

    /**
     * A file of an agent.
     *
     * @param parameter the parameter that receives its bytes, for instance {@code photo}
     */
    public record FileUpload(String parameter, OutboundArtifact artifact) {}
}
