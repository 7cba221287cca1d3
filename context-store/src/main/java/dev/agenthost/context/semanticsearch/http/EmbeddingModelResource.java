package dev.agenthost.context.semanticsearch.http;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModelRepository;
import dev.agenthost.context.semanticsearch.indexing.IndexLoop;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelKnown;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Accepts descriptions of embedding models from run-orchestrator. A repeated or outdated one changes nothing. Errors: no ids, a revision
 * below 1, an invalid address, name or number of dimensions; a NUL (400).
 */
@Path("/internal/v1/embedding-models")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "knowledge")
public class EmbeddingModelResource {
    private final EmbeddingModelRepository models;
    private final IndexLoop indexing;

    EmbeddingModelResource(EmbeddingModelRepository models, IndexLoop indexing) {
        this.models = models;
        this.indexing = indexing;
    }

    @POST
    @Operation(
            operationId = "tellEmbeddingModel",
            summary = "Set or delete an embedding model of a workspace",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "EmbeddingModelChange")
    @APIResponse(responseCode = "200", ref = "EmbeddingModelKnown")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<EmbeddingModelKnown> describe(EmbeddingModelChange telling) {
        fits(telling.workspaceId(), "workspace_id");
        fits(telling.modelId(), "model_id");
        return models.describe(telling, model(telling)).map(revision -> {
            indexing.nudge();
            return new EmbeddingModelKnown(revision);
        });
    }

    private static @Nullable EmbeddingModel model(EmbeddingModelChange telling) {
        EmbeddingModelChange.Definition definition = telling.model();
        if (definition == null) {
            return null;
        }
        fits(definition.baseUrl(), "model.base_url");
        fits(definition.model(), "model.model");
        fits(definition.apiKeyRef() == null ? "" : definition.apiKeyRef(), "model.api_key_ref");
        if (!StoredText.fits(definition.extraArgs())) {
            throw new InvalidFieldException("model.extra_args", StoredText.WHY);
        }
        return EmbeddingModel.of(telling, definition);
    }

    private static void fits(String text, String field) {
        if (!StoredText.fits(text)) {
            throw new InvalidFieldException(field, StoredText.WHY);
        }
    }
}
