package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call to a provider.
 *
 * @param apiKey the secret itself; {@link #toString} omits it
 * @param limit the time until the answer, or until the next piece of a stream
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
