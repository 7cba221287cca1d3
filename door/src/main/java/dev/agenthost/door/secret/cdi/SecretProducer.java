package dev.agenthost.door.secret.cdi;

import dev.agenthost.door.secret.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the configured secrets a bean. */
@Singleton
class SecretProducer {
    @Produces
    @Singleton
    Secrets secrets(SecretSettings settings, SecretScopeSettings scopes) {
        return new Secrets(settings.values(), scopes.workspaces());
    }
}
