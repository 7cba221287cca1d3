package dev.agenthost.im.line.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A file of a message (https://developers.line.biz/en/reference/messaging-api/#get-content).
 *
 * @param kind {@code image}, {@code audio}, {@code video} or {@code file}
 * @param messageId under which the platform gives it out
 * @param name null if the message has none
 * @param size bytes; null if the message does not say
 * @param isExternal true if another server than the platform's has the file
 */
public record LineFile(
        String kind,
        String messageId,
        @Nullable String name,
        @Nullable Long size,
        boolean isExternal) {}
