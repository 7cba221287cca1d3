package dev.agenthost.im.telegram.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A file of a message. The Bot API serves files up to 20 MB by {@code getFile}
 * (<a href="https://core.telegram.org/bots/api#getfile">getFile</a>).
 *
 * @param kind the member of the message, for instance {@code photo}
 * @param fileId names the file for this bot only
 * @param uniqueId the same over time and for different bots; it downloads nothing
 * @param size bytes, if Telegram states them
 */
public record TelegramFile(
        String kind,
        String fileId,
        String uniqueId,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long size) {}
