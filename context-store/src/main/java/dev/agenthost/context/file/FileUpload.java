package dev.agenthost.context.file;

import org.jspecify.annotations.Nullable;

/**
 * What somebody gives, before anything of it is believed.
 *
 * @param declared what it is said to be; null where nothing was said
 * @param bytes not changed by anybody from now on
 */
public record FileUpload(
        @Nullable String name,
        @Nullable String purpose,
        @Nullable String declared,
        byte[] bytes) {}
