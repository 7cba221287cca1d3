package dev.agenthost.orchestrator.model.http;

import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelChangeListener;
import dev.agenthost.orchestrator.model.ModelDocument;
import dev.agenthost.orchestrator.model.ModelRules;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedEndpoint;
import dev.agenthost.platform.security.AccessRight;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The models of the caller's workspace. */
@Path(ModelsResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "models")
public class ModelsResource {
    static final String PATH = "/api/v1/models";

    private static final VersionedKind<Model, ModelDocument> KIND = new VersionedKind<>(
            "model",
            "model_id",
            true,
            ModelDocument.class,
            document -> new VersionedKind.Heading(document.modelId(), document.workspaceId()),
            ModelRules::id,
            ModelDocument::model,
            ModelRules::check,
            ModelDocument::of);

    private final VersionedEndpoint<Model, ModelDocument> models;
    private final ModelChangeListener telling;

    ModelsResource(VersionedRepository<Model> models, ModelChangeListener telling, RequestCaller caller) {
        this.models = new VersionedEndpoint<>(PATH, KIND, models, caller);
        this.telling = telling;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "createModel", summary = "Create a model; without a model_id the host assigns one")
    @RequestBody(ref = "Model")
    @APIResponse(responseCode = "201", ref = "ModelMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(responseCode = "409", description = "The model_id already exists")
    public Uni<Response> create(byte[] body) {
        return models.create(body).invoke(telling::modelChanged);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listModels", summary = "List the models of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "Models")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        return models.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{model_id}")
    @Operation(operationId = "readModel", summary = "Get a model and its ETag")
    @APIResponse(responseCode = "200", ref = "Model")
    @APIResponse(responseCode = "404", ref = "NoModel")
    public Uni<Response> get(@Parameter(ref = "model_id") @PathParam("model_id") String id) {
        return models.get(id);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{model_id}")
    @Operation(operationId = "replaceModel", summary = "Replace a model; omitted fields return to their defaults")
    @RequestBody(ref = "Model")
    @APIResponse(responseCode = "200", ref = "Model")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoModel")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "model_id") @PathParam("model_id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return models.replace(id, ifMatch, body).invoke(telling::modelChanged);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{model_id}")
    @Operation(operationId = "deleteModel", summary = "Delete a model; later calls to it are refused")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoModel")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "model_id") @PathParam("model_id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return models.delete(id, ifMatch).invoke(telling::modelChanged);
    }
}
