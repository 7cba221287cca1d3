package dev.agenthost.gateway.attachment;

import org.jspecify.annotations.Nullable;

/**
 * A file of a person's message at its platform.
 *
 * @param uniqueId the same for each repetition of the message
 * @param kind its artifact type if its media type does not tell it, for instance {@code image}
 * @param mimeType as the platform states it; null if it states none
 * @param size bytes, if the platform states them
 */
public record MessageFile(
        String uniqueId,
        String kind,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long size,
        MessageFileDownload download) {}
