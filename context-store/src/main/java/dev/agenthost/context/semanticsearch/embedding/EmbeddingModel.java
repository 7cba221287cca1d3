package dev.agenthost.context.semanticsearch.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An embedding model of a workspace.
 *
 * @param revision of the model's description by run-orchestrator
 * @param vectors name of its vectors: those of one name are comparable, with any key and for any caller
 * @param extraArgs sent with each request
 * @param dimensions of each vector, as configured or as an answer showed; null until then
 */
public record EmbeddingModel(
        String workspaceId,
        String modelId,
        long revision,
        boolean enabled,
        String vectors,
        String baseUrl,
        String model,
        @Nullable String apiKeyRef,
        ObjectNode extraArgs,
        @Nullable Integer dimensions) {
    private static final String DIMENSIONS = "dimensions";
    private static final int OF_THE_HASH = 16;

    public EmbeddingModel {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(modelId, "model_id");
        Fields.text(vectors, "vectors");
        extraArgs = Fields.object(extraArgs);
    }

    /** @throws InvalidFieldException if the description is no usable model */
    public static EmbeddingModel of(EmbeddingModelChange message, EmbeddingModelChange.Definition description) {
        try {
            new EmbeddingsEndpoint(description.baseUrl(), description.model(), EmbeddingsEndpoint.ANY, null);
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException("model." + e.field().replace('-', '_'), e.why());
        }
        return new EmbeddingModel(
                message.workspaceId(),
                message.modelId(),
                message.revision(),
                description.enabled(),
                vectors(description),
                description.baseUrl(),
                description.model(),
                description.apiKeyRef(),
                description.extraArgs(),
                dimensions(description.extraArgs().path(DIMENSIONS)));
    }

    /** @param key the secret itself, if the model names one */
    public EmbeddingsEndpoint endpoint(int numbers, @Nullable String key) {
        return new EmbeddingsEndpoint(baseUrl, model, numbers, key, extraArgs);
    }

    private static @Nullable Integer dimensions(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isInt() || value.intValue() < 1 || value.intValue() > EmbeddingsEndpoint.MOST_DIMENSIONS) {
            throw new InvalidFieldException(
                    "model.extra_args." + DIMENSIONS, "must be within 1 and " + EmbeddingsEndpoint.MOST_DIMENSIONS);
        }
        return value.intValue();
    }

    /** Makes the name from the requests' address, model and arguments, without workspace and key. */
    private static String vectors(EmbeddingModelChange.Definition description) {
        String all = description.baseUrl() + "\n" + description.model() + "\n" + description.extraArgs();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return "model:" + HexFormat.of().formatHex(hash, 0, OF_THE_HASH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
