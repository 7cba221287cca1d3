package dev.agenthost.platform.security.cdi;

import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.platform.security.ApiKeyRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Provides the configured keys; an invalid key stops the start and is named. */
@Singleton
class ApiKeyWiring {

    @Produces
    @Singleton
    @Startup
    ApiKeyRegistry keyRing(
            ApiKeySettings settings, @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        List<ApiKey> keys = settings.keys().entrySet().stream()
                .map(e -> key(e.getKey(), e.getValue()))
                .toList();
        return new ApiKeyRegistry(keys, internalKey.orElse(null));
    }

    private static ApiKey key(String name, ApiKeySettings.Entry entry) {
        return ApiKey.configured(
                name,
                entry.sha256(),
                entry.workspace(),
                entry.role(),
                entry.bots().orElse(Set.of(ApiKey.ANY)));
    }
}
