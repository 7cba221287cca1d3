package dev.agenthost.context.semanticsearch.http;

import dev.agenthost.context.semanticsearch.embedding.ModelChoice;
import dev.agenthost.context.semanticsearch.indexing.IndexLoop;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseForm;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeRules;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedEndpoint;
import dev.agenthost.platform.rest.http.VersionedResponse;
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

/** The knowledge bases of the caller's workspace. */
@Path(KnowledgeBasesResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "knowledge", description = "Knowledge bases and their documents.")
public class KnowledgeBasesResource {
    static final String PATH = "/api/v1/knowledge-bases";

    private static final VersionedKind<KnowledgeBase, KnowledgeBaseForm> KIND = new VersionedKind<>(
            "knowledge_base",
            "kb_id",
            true,
            KnowledgeBaseForm.class,
            form -> new VersionedKind.Heading(form.kbId(), form.workspaceId()),
            id -> KnowledgeRules.id(id, "kb_id"),
            KnowledgeBaseForm::base,
            KnowledgeRules::check,
            KnowledgeBaseForm::of);

    private final KnowledgeBaseRepository bases;
    private final VersionedEndpoint<KnowledgeBase, KnowledgeBaseForm> endpoint;
    private final IndexLoop indexing;

    KnowledgeBasesResource(
            KnowledgeBaseRepository bases, ModelChoice models, IndexLoop indexing, RequestCaller caller) {
        this.bases = bases;
        this.endpoint = new VersionedEndpoint<>(PATH, KIND, bases, caller, models::checked, KIND.writing());
        this.indexing = indexing;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "createKnowledgeBase",
            summary = "Create a knowledge base; without a kb_id the host assigns one")
    @RequestBody(ref = "KnowledgeBase")
    @APIResponse(responseCode = "201", ref = "KnowledgeBaseMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(
            responseCode = "409",
            description = "The kb_id already exists, or the workspace has the maximum number of knowledge bases")
    public Uni<Response> create(byte[] body) {
        return endpoint.create(KnowledgeRequestValidation.limited(body));
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listKnowledgeBases", summary = "List the knowledge bases of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "KnowledgeBases")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "id_cursor") @QueryParam("cursor") @Nullable String cursor) {
        return endpoint.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{kb_id}")
    @Operation(operationId = "readKnowledgeBase", summary = "Get a knowledge base and its ETag")
    @APIResponse(responseCode = "200", ref = "KnowledgeBase")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<Response> get(@Parameter(ref = "kb_id") @PathParam("kb_id") String id) {
        return endpoint.find(id).chain(base -> bases.waiting(base.workspaceId(), base.kbId())
                .map(waiting -> VersionedResponse.ok(KnowledgeBaseForm.of(base, waiting), base.version())));
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{kb_id}")
    @Operation(
            operationId = "replaceKnowledgeBase",
            summary =
                    "Replace a knowledge base; its documents are indexed again if the change affects their chunks or vectors")
    @RequestBody(ref = "KnowledgeBase")
    @APIResponse(responseCode = "200", ref = "KnowledgeBase")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return endpoint.replace(id, ifMatch, KnowledgeRequestValidation.limited(body))
                .invoke(indexing::nudge);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{kb_id}")
    @Operation(operationId = "deleteKnowledgeBase", summary = "Delete a knowledge base with all its documents")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return endpoint.delete(id, ifMatch);
    }
}
