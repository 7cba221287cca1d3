package dev.agenthost.im.onebot.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A file of a message (https://github.com/botuniverse/onebot-11/blob/master/message/segment.md).
 *
 * @param kind type of its segment: {@code image}, {@code record}, {@code video} or {@code file}
 * @param uniqueId its place in the message, and its name at the platform
 * @param url address of its bytes; null if the event names none
 * @param size bytes, if the implementation states them
 */
public record OneBotFile(
        String kind,
        String uniqueId,
        @Nullable String url,
        @Nullable String name,
        @Nullable Long size) {}
