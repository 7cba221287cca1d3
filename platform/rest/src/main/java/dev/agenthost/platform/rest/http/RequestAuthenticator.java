package dev.agenthost.platform.rest.http;

import org.jspecify.annotations.Nullable;

/** Checks, before a body is read, that its caller has a key. */
public interface RequestAuthenticator {
    /** @param path of a request that needs a key */
    boolean admits(String path, @Nullable String authorization);
}
