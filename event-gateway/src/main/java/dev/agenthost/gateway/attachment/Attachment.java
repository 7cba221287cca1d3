package dev.agenthost.gateway.attachment;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file of a person's message, to be stored as an artifact of its conversation.
 *
 * @param uploadId the same for each repetition of the message; the id of the artifact follows from it
 * @param artifactType {@code image}, {@code audio}, {@code video} or {@code file}
 * @param mimeType as the platform states it; null if it states none
 */
@SuppressWarnings("ArrayRecordComponent")
public record Attachment(
        UUID uploadId,
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId,
        String artifactType,
        @Nullable String mimeType,
        @Nullable String name,
        byte[] content) {}
