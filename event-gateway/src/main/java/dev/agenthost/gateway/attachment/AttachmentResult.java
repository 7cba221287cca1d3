package dev.agenthost.gateway.attachment;

import dev.agenthost.protocol.hostapi.ArtifactMetadata;

/** The outcome of a file. */
public sealed interface AttachmentResult {
    record Stored(ArtifactMetadata artifact) implements AttachmentResult {}

    /** The file is refused, and will be the next time. */
    record Refused(AttachmentProblem problem) implements AttachmentResult {}

    /** The file may be stored the next time. */
    record Unavailable(String why) implements AttachmentResult {}
}
