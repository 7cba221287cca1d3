package dev.agenthost.context.artifact;

import org.jspecify.annotations.Nullable;

/** Knows kinds of content by their bytes. */
public interface ContentTypes {
    /**
     * @param name makes what is found more exact, and never another thing
     * @param declared null where nothing was said
     */
    MimeTypeValidation judge(byte[] bytes, @Nullable String name, @Nullable String declared);
}
