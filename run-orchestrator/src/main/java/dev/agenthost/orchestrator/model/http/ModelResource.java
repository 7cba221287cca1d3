package dev.agenthost.orchestrator.model.http;

import dev.agenthost.door.body.http.Bodies;
import dev.agenthost.door.key.Right;
import dev.agenthost.door.key.http.Caller;
import dev.agenthost.door.key.http.Needs;
import dev.agenthost.door.page.Page;
import dev.agenthost.door.page.PageRequest;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.door.version.EntityTag;
import dev.agenthost.door.version.ExpectedVersion;
import dev.agenthost.door.version.http.IfMatch;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.model.catalogue.ModelCatalogue;
import dev.agenthost.orchestrator.model.catalogue.ModelChanges;
import dev.agenthost.orchestrator.model.catalogue.ModelDocument;
import dev.agenthost.orchestrator.model.catalogue.Written;
import dev.agenthost.orchestrator.model.telling.ModelsWritten;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
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
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The models of the caller's workspace. */
@Path(ModelResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "models")
public class ModelResource {
    static final String PATH = "/api/v1/models";

    private static final String SERVICE = "run-orchestrator";

    private final ModelCatalogue catalogue;
    private final ModelChanges changes;
    private final ModelsWritten telling;
    private final Caller caller;

    ModelResource(ModelCatalogue catalogue, ModelChanges changes, ModelsWritten telling, Caller caller) {
        this.catalogue = catalogue;
        this.changes = changes;
        this.telling = telling;
        this.caller = caller;
    }

    @POST
    @Needs(Right.CONFIGURE)
    @Operation(operationId = "createModel", summary = "Add a model; without a model_id it is given one")
    @RequestBody(ref = "Model")
    @APIResponse(responseCode = "201", ref = "ModelMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The body names a workspace that is not the key's")
    @APIResponse(responseCode = "409", description = "The model_id is taken")
    public Uni<Response> create(byte[] body) {
        ModelDocument given = ModelBodies.read(body);
        String wished = given.modelId();
        Model model = made(given, wished == null ? UUID.randomUUID().toString() : wished);
        String who = caller.keyId();
        return catalogue
                .create(model.withVersion(1))
                .map(written -> done(written, "model.create", who))
                .map(now -> Response.created(URI.create(PATH + "/" + now.modelId()))
                        .header(HttpHeaders.ETAG, EntityTag.of(now.version()))
                        .entity(ProtocolCodec.encode(ModelDocument.of(now)))
                        .build());
    }

    @GET
    @Needs(Right.READ)
    @Operation(operationId = "listModels", summary = "The models of the workspace, in the order of their ids")
    @APIResponse(responseCode = "200", ref = "Models")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest asked = ModelBodies.page(limit, cursor);
        return catalogue
                .page(caller.workspaceId(), asked.after(), asked.limitAndOne())
                .map(found -> Response.ok(
                                ProtocolCodec.encode(Page.of(found, asked, ModelDocument::of, Model::modelId)))
                        .build());
    }

    @GET
    @Needs(Right.READ)
    @Path("/{model_id}")
    @Operation(operationId = "readModel", summary = "One model, with its ETag")
    @APIResponse(responseCode = "200", ref = "Model")
    @APIResponse(responseCode = "404", ref = "NoModel")
    public Uni<Response> get(@Parameter(ref = "model_id") @PathParam("model_id") String id) {
        return catalogue
                .find(caller.workspaceId(), ModelBodies.named(id))
                .map(found -> answer(found.orElseThrow(ModelBodies::missing)));
    }

    @PUT
    @Needs(Right.CONFIGURE)
    @Path("/{model_id}")
    @Operation(
            operationId = "replaceModel",
            summary = "Replace a model; what the body leaves out has its default again")
    @RequestBody(ref = "Model")
    @APIResponse(responseCode = "200", ref = "Model")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoModel")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    @APIResponse(responseCode = "428", description = "There is no If-Match")
    public Uni<Response> replace(
            @Parameter(ref = "model_id") @PathParam("model_id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        String named = ModelBodies.named(id);
        String who = caller.keyId();
        ExpectedVersion expected = IfMatch.required(ifMatch);
        ModelDocument given = ModelBodies.read(body);
        if (given.modelId() != null && !given.modelId().equals(id)) {
            throw Bodies.invalid("model_id", "is not the one of the address");
        }
        return catalogue
                .replace(made(given, named), expected)
                .map(written -> answer(done(written, "model.update", who)));
    }

    @DELETE
    @Needs(Right.CONFIGURE)
    @Path("/{model_id}")
    @Operation(operationId = "deleteModel", summary = "Take a model out; calls of it are refused from then on")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "404", ref = "NoModel")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    public Uni<Response> delete(
            @Parameter(ref = "model_id") @PathParam("model_id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        ExpectedVersion expected = IfMatch.optional(ifMatch);
        String who = caller.keyId();
        return catalogue
                .delete(caller.workspaceId(), ModelBodies.named(id), expected)
                .map(written -> {
                    done(written, "model.delete", who);
                    return Response.noContent().build();
                });
    }

    private Model made(ModelDocument given, String id) {
        if (given.workspaceId() != null) {
            caller.requireWorkspace(given.workspaceId());
        }
        return ModelBodies.checked(given, id, caller.workspaceId());
    }

    private Model done(Written written, String action, String who) {
        return switch (written) {
            case Written.Done(Model model) -> {
                changes.changed(entry(model, action, who));
                telling.written();
                yield model;
            }
            case Written.Missing missing -> throw ModelBodies.missing();
            case Written.Exists exists ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "This model_id is taken. Replace what it names with PUT, or take another id.",
                        "model_id");
            case Written.Stale(int version) -> throw IfMatch.stale(version);
        };
    }

    private static AuditEntry entry(Model model, String action, String who) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                SERVICE,
                model.workspaceId(),
                null,
                null,
                who,
                action,
                "model/" + model.modelId(),
                "version " + model.version(),
                AuditResult.ALLOWED,
                null,
                null);
    }

    private static Response answer(Model model) {
        return Response.ok(ProtocolCodec.encode(ModelDocument.of(model)))
                .header(HttpHeaders.ETAG, EntityTag.of(model.version()))
                .build();
    }
}
