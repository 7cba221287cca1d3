package dev.agenthost.platform.rest.http;

import org.jspecify.annotations.Nullable;

/** Judges, before a body is read, whether its caller has a key. */
public interface RequestAuthenticator {
    /** @param path of a request that needs a key */
    boolean admits(String path, @Nullable String authorization);
}
