package dev.agenthost.platform.security.cdi;

import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the configured secrets as a bean. */
@Singleton
class SecretWiring {
    @Produces
    @Singleton
    Secrets secrets(SecretSettings settings, SecretScopeSettings scopes) {
        return new Secrets(settings.values(), scopes.workspaces());
    }
}
