package dev.agenthost.context.artifact;

/** Whether content is of the kind that it is said to be. */
public sealed interface MimeVerdict {
    /** @param mimeType what was declared, else what was found */
    record Fits(String mimeType) implements MimeVerdict {}

    /** It is surely something else. */
    record Contradicts(String found) implements MimeVerdict {}

    /** What was declared is no media type. */
    record NoType() implements MimeVerdict {}
}
