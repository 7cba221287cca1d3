package dev.agenthost.context.semanticsearch.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.semanticsearch.embedding.ModelChoice;
import dev.agenthost.context.semanticsearch.indexing.IndexLoop;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseForm;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseWriteOutcome;
import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.IfMatch;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
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
import java.util.Optional;
import java.util.UUID;
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
@Tag(name = "knowledge", description = "Documents that runs may look things up in.")
public class KnowledgeBasesResource {
    static final String PATH = "/api/v1/knowledge-bases";

    private final KnowledgeBaseRepository bases;
    private final ModelChoice models;
    private final AuditRecorder changes;
    private final IndexLoop indexing;
    private final RequestCaller caller;

    KnowledgeBasesResource(
            KnowledgeBaseRepository bases,
            ModelChoice models,
            AuditRecorder changes,
            IndexLoop indexing,
            RequestCaller caller) {
        this.bases = bases;
        this.models = models;
        this.changes = changes;
        this.indexing = indexing;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "createKnowledgeBase", summary = "Add a knowledge base; without a kb_id it is given one")
    @RequestBody(ref = "KnowledgeBase")
    @APIResponse(responseCode = "201", ref = "KnowledgeBaseMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not serve the workspace of the body")
    @APIResponse(responseCode = "409", description = "The kb_id is taken, or the workspace has as many as it may")
    public Uni<Response> create(byte[] body) {
        KnowledgeBaseForm given = KnowledgeRequestValidation.base(body);
        String wished = given.kbId();
        KnowledgeBase base = made(given, wished == null ? UUID.randomUUID().toString() : wished);
        String who = caller.keyId();
        return models.checked(base)
                .chain(bases::create)
                .chain(written -> done(written, "knowledge_base.create", who))
                .map(now -> Response.created(URI.create(PATH + "/" + now.kbId()))
                        .header(HttpHeaders.ETAG, EntityTag.of(now.version()))
                        .entity(ProtocolCodec.encode(KnowledgeBaseForm.of(now)))
                        .build());
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(
            operationId = "listKnowledgeBases",
            summary = "The knowledge bases of the workspace, in the order of their ids")
    @APIResponse(responseCode = "200", ref = "KnowledgeBases")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "id_cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest asked = PageRequest.of(limit, KnowledgeRequestValidation.cursor(cursor));
        return bases.page(caller.workspaceId(), asked.after(), asked.limitAndOne())
                .map(found -> Page.of(found, asked, KnowledgeBaseForm::of, KnowledgeBase::kbId))
                .map(page -> Response.ok(ProtocolCodec.encode(page)).build());
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{kb_id}")
    @Operation(operationId = "readKnowledgeBase", summary = "One knowledge base, with its ETag")
    @APIResponse(responseCode = "200", ref = "KnowledgeBase")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<Response> get(@Parameter(ref = "kb_id") @PathParam("kb_id") String id) {
        String workspace = caller.workspaceId();
        return bases.find(workspace, KnowledgeRequestValidation.named(id))
                .map(found -> found.orElseThrow(KnowledgeRequestValidation::missing))
                .chain(base -> bases.waiting(workspace, base.kbId())
                        .map(waiting -> answer(KnowledgeBaseForm.of(base, waiting))));
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{kb_id}")
    @Operation(
            operationId = "replaceKnowledgeBase",
            summary =
                    "Replace what is said of a knowledge base; where its chunks or vectors become others, its documents are indexed again")
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
        String named = KnowledgeRequestValidation.named(id);
        String who = caller.keyId();
        Optional<Integer> expected =
                Optional.ofNullable(IfMatch.required(ifMatch).orNull());
        KnowledgeBaseForm given = KnowledgeRequestValidation.base(body);
        if (given.kbId() != null && !given.kbId().equals(id)) {
            throw new InvalidFieldException("kb_id", "is not the one of the address");
        }
        return models.checked(made(given, named))
                .chain(base -> bases.replace(base, expected))
                .chain(written -> done(written, "knowledge_base.update", who))
                .map(now -> {
                    indexing.nudge();
                    return answer(KnowledgeBaseForm.of(now));
                });
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{kb_id}")
    @Operation(operationId = "deleteKnowledgeBase", summary = "Take a knowledge base out, with all its documents")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        Optional<Integer> expected =
                Optional.ofNullable(IfMatch.optional(ifMatch).orNull());
        String who = caller.keyId();
        return bases.delete(caller.workspaceId(), KnowledgeRequestValidation.named(id), expected)
                .chain(written -> done(written, "knowledge_base.delete", who))
                .map(gone -> Response.noContent().build());
    }

    private KnowledgeBase made(KnowledgeBaseForm given, String id) {
        if (given.workspaceId() != null) {
            caller.requireWorkspace(given.workspaceId());
        }
        return KnowledgeRequestValidation.checked(given, id, caller.workspaceId());
    }

    private Uni<KnowledgeBase> done(KnowledgeBaseWriteOutcome written, String action, String who) {
        return switch (written) {
            case KnowledgeBaseWriteOutcome.Done(KnowledgeBase base) ->
                changes.changed(
                                base.workspaceId(),
                                who,
                                action,
                                "knowledge_base/" + base.kbId(),
                                "version " + base.version())
                        .replaceWith(base);
            case KnowledgeBaseWriteOutcome.Missing missing -> throw KnowledgeRequestValidation.missing();
            case KnowledgeBaseWriteOutcome.Exists exists ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "This kb_id is taken. Replace what it names with PUT, or take another id.",
                        "kb_id");
            case KnowledgeBaseWriteOutcome.TooMany(int most) ->
                throw new ProblemException(
                        FailureCode.CONFLICT, "A workspace has at most " + most + " knowledge bases.");
            case KnowledgeBaseWriteOutcome.Stale(int version) -> throw IfMatch.stale(version);
        };
    }

    private static Response answer(KnowledgeBaseForm base) {
        return Response.ok(ProtocolCodec.encode(base))
                .header(HttpHeaders.ETAG, EntityTag.of(Fields.or(base.version(), 1)))
                .build();
    }
}
