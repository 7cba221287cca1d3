package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.semanticsearch.embedding.EmbeddingsEndpoint;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import io.smallrye.config.ConfigMapping;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The embedding endpoint of knowledge, for all workspaces. Without settings, the model in this process makes the vectors. The same on
 * every replica.
 */
@ConfigMapping(prefix = "agenthost.knowledge.embeddings")
interface EmbeddingSettings {
    String PREFIX = "agenthost.knowledge.embeddings.";

    /** Base address, for instance {@code https://models.example/v1}. */
    Optional<String> baseUrl();

    /** The provider's name of the model. */
    Optional<String> model();

    /** Length of the model's vectors. */
    OptionalInt dimensions();

    /** The name of a secret, {@code agenthost.secrets."NAME"}. */
    Optional<String> apiKeyRef();

    /**
     * Returns the endpoint; empty without settings.
     *
     * @throws IllegalArgumentException naming the setting that is invalid, or missing beside the others
     */
    default Optional<EmbeddingsEndpoint> endpoint(Map<String, String> secrets) {
        if (baseUrl().isEmpty()
                && model().isEmpty()
                && dimensions().isEmpty()
                && apiKeyRef().isEmpty()) {
            return Optional.empty();
        }
        String key = apiKeyRef()
                .map(name -> Optional.ofNullable(secrets.get(name))
                        .filter(secret -> !secret.isEmpty())
                        .orElseThrow(() -> new IllegalArgumentException(
                                PREFIX + "api-key-ref: the secret " + name + " is not configured")))
                .orElse(null);
        try {
            return Optional.of(new EmbeddingsEndpoint(
                    baseUrl().orElseThrow(() -> missing("base-url")),
                    model().orElseThrow(() -> missing("model")),
                    validated(dimensions().orElseThrow(() -> missing("dimensions"))),
                    key));
        } catch (InvalidFieldException e) {
            throw new IllegalArgumentException(PREFIX + e.field() + " " + e.why());
        }
    }

    private static int validated(int dimensions) {
        Fields.within(dimensions, 1, EmbeddingsEndpoint.MOST_DIMENSIONS, "dimensions");
        return dimensions;
    }

    private static IllegalArgumentException missing(String setting) {
        return new IllegalArgumentException(PREFIX + setting + " is missing beside the other settings of embeddings");
    }
}
