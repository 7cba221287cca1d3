package dev.agenthost.context.artifact;

/** Result of comparing content with its declared media type. */
public sealed interface MimeTypeValidation {
    /** @param mimeType the declared type, else the detected one */
    record Accepted(String mimeType) implements MimeTypeValidation {}

    /** The content is surely of another type. */
    record Mismatch(String found) implements MimeTypeValidation {}

    /** The declared type is no media type. */
    record NoType() implements MimeTypeValidation {}
}
