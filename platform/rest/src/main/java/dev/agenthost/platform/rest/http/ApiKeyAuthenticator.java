package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.security.ApiKeyRegistry;
import dev.agenthost.platform.security.AuthenticationResult;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Admits bodies of callers with a valid key. {@link ApiKeyFilter} refuses all others before their bodies are read. */
@Singleton
class ApiKeyAuthenticator implements RequestAuthenticator {
    private final ApiKeyRegistry keys;

    ApiKeyAuthenticator(ApiKeyRegistry keys) {
        this.keys = keys;
    }

    @Override
    public boolean admits(String path, @Nullable String authorization) {
        return path.startsWith("/internal/")
                ? keys.opensInternal(authorization)
                : keys.admit(authorization) instanceof AuthenticationResult.Admitted;
    }
}
