package dev.agenthost.context.artifact;

/** Whether content is of the kind that it is said to be. */
public sealed interface MimeTypeValidation {
    /** @param mimeType what was declared, else what was found */
    record Fits(String mimeType) implements MimeTypeValidation {}

    /** It is surely something else. */
    record Contradicts(String found) implements MimeTypeValidation {}

    /** What was declared is no media type. */
    record NoType() implements MimeTypeValidation {}
}
