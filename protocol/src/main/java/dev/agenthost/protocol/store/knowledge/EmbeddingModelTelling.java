package dev.agenthost.protocol.store.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * What context-store is told of an embedding model of a workspace.
 *
 * @param revision raised by whatever is written of the model, also by its end; an older one after a newer one changes nothing
 * @param model null where it is gone, or is none of embeddings any more
 */
public record EmbeddingModelTelling(
        String workspaceId,
        String modelId,
        long revision,
        @Nullable Said model) {
    public EmbeddingModelTelling {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(modelId, "model_id");
        Fields.within(revision, 1, Long.MAX_VALUE, "revision");
    }

    /**
     * @param baseUrl for instance {@code https://models.example/v1}
     * @param model the provider's own name of it
     * @param apiKeyRef the name of a configured secret; a provider may want none
     * @param extraArgs sent with each call; {@code dimensions} among them says how many numbers a vector has
     */
    public record Said(
            String baseUrl, String model, @Nullable String apiKeyRef, ObjectNode extraArgs, boolean enabled) {
        public Said {
            Fields.text(baseUrl, "base_url");
            Fields.text(model, "model");
            extraArgs = Fields.object(extraArgs);
        }
    }
}
