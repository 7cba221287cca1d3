package dev.agenthost.context.artifact;

import org.jspecify.annotations.Nullable;

/** Detects content types by the bytes. */
public interface ContentTypes {
    /**
     * @param name makes the detected type more specific, and never another type
     * @param declared null if none is declared
     */
    MimeTypeValidation check(byte[] bytes, @Nullable String name, @Nullable String declared);
}
