package dev.agenthost.context.file;

import org.jspecify.annotations.Nullable;

/**
 * A file as a client sends it, before its validation.
 *
 * @param declared content type that the client declares; null if absent
 * @param bytes must not be changed by the caller afterwards
 */
public record FileUpload(
        @Nullable String name,
        @Nullable String purpose,
        @Nullable String declared,
        byte[] bytes) {}
