package dev.agenthost.protocol.store.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A change of an embedding model of a workspace, sent to context-store.
 *
 * @param revision raised by each change of the model, also by its deletion; an older one after a newer one changes
 *     nothing
 * @param model null if it is deleted, or no longer an embedding model
 */
public record EmbeddingModelChange(
        String workspaceId,
        String modelId,
        long revision,
        @Nullable Definition model) {
    public EmbeddingModelChange {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(modelId, "model_id");
        Fields.within(revision, 1, Long.MAX_VALUE, "revision");
    }

    /**
     * The settings of the model.
     *
     * @param baseUrl for instance {@code https://models.example/v1}
     * @param model the provider's name of the model
     * @param apiKeyRef the name of a configured secret; null for a provider without one
     * @param extraArgs sent with each call; {@code dimensions} among them sets the size of a vector
     */
    public record Definition(
            String baseUrl, String model, @Nullable String apiKeyRef, ObjectNode extraArgs, boolean enabled) {
        public Definition {
            Fields.text(baseUrl, "base_url");
            Fields.text(model, "model");
            extraArgs = Fields.object(extraArgs);
        }
    }
}
