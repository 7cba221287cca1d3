package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a provider is asked.
 *
 * @param apiKey the secret itself, which is why this is not printed
 * @param limit until it answers; of a stream, until it goes on
 */
public record ProviderCall(String url, @Nullable String apiKey, ObjectNode body, Duration limit) {
    ProviderCall within(Duration other) {
        return new ProviderCall(url, apiKey, body, other);
    }

    @Override
    public String toString() {
        return "ProviderCall[]";
    }
}
