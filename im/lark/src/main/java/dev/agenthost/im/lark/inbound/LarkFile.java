package dev.agenthost.im.lark.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A file of a message
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-resource/get).
 *
 * @param kind {@code image}, {@code audio}, {@code video} or {@code file}
 * @param messageId the message that has it
 * @param key its {@code image_key} or {@code file_key}
 */
public record LarkFile(
        String kind, String messageId, String key, @Nullable String name) {

    /** Returns the type by which the platform serves it. */
    public String resourceType() {
        return kind.equals("image") ? "image" : "file";
    }
}
