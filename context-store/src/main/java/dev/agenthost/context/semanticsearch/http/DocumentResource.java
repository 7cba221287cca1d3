package dev.agenthost.context.semanticsearch.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.semanticsearch.indexing.IndexLoop;
import dev.agenthost.context.semanticsearch.knowledge.Document;
import dev.agenthost.context.semanticsearch.knowledge.DocumentContent;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentRepository;
import dev.agenthost.context.semanticsearch.knowledge.DocumentUpload;
import dev.agenthost.context.semanticsearch.knowledge.DocumentWriteOutcome;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeRules;
import dev.agenthost.context.semanticsearch.knowledge.NewDocument;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Administers the documents of a knowledge base.
 *
 * <p>Errors: a missing file name, an invalid id or invalid metadata (400); an unsupported content type (415); an empty body (400), or one
 * over 20 MiB (413); an unknown knowledge base (404), or a full one (409).
 */
@Path(KnowledgeBasesResource.PATH + "/{kb_id}/documents")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "knowledge")
public class DocumentResource {
    private final DocumentRepository documents;
    private final KnowledgeBaseRepository bases;
    private final AuditRecorder changes;
    private final IndexLoop indexing;
    private final RequestCaller caller;

    DocumentResource(
            DocumentRepository documents,
            KnowledgeBaseRepository bases,
            AuditRecorder changes,
            IndexLoop indexing,
            RequestCaller caller) {
        this.documents = documents;
        this.bases = bases;
        this.changes = changes;
        this.indexing = indexing;
        this.caller = caller;
    }

    /** Reads the body in pieces; requests the next piece once the last one is stored. */
    @POST
    @Blocking
    @RequiredRight(AccessRight.CONFIGURE)
    @Consumes({MediaType.TEXT_PLAIN, "text/markdown", MediaType.TEXT_HTML, "application/pdf"})
    @Operation(
            operationId = "putDocument",
            summary = "Add a document, which is indexed in the background; identical content is not indexed again")
    @RequestBody(ref = "DocumentBytes")
    @APIResponse(responseCode = "200", ref = "KnowledgeDocument")
    @APIResponse(responseCode = "201", ref = "KnowledgeDocumentMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    @APIResponse(responseCode = "409", description = "The knowledge base has the maximum number of documents")
    public Response put(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String kb,
            @Parameter(ref = "filename") @QueryParam("filename") @Nullable String filename,
            @Parameter(ref = "document_id_wished") @QueryParam("document_id") @Nullable String wished,
            @Parameter(ref = "metadata") @QueryParam("metadata") @Nullable String metadata,
            @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type,
            InputStream body) {
        String kbId = KnowledgeRequestValidation.named(kb);
        String workspace = caller.workspaceId();
        String name = KnowledgeRules.filename(filename);
        Optional<String> id = Optional.ofNullable(wished).map(given -> KnowledgeRules.id(given, "document_id"));
        ObjectNode about = KnowledgeRequestValidation.metadata(metadata);
        DocumentKind kind = DocumentKind.of(type.getType() + "/" + type.getSubtype())
                .orElseThrow(() -> new ProblemException(FailureCode.UNSUPPORTED_MEDIA_TYPE, "This kind is not read."));
        bases.find(workspace, kbId).await().atMost(DocumentUpload.TIMEOUT).orElseThrow(ProblemException::notFound);
        DocumentContent content = taken(body, workspace);
        DocumentWriteOutcome outcome = documents
                .store(new NewDocument(workspace, kbId, id, name, kind, about, content))
                .await()
                .atMost(DocumentUpload.TIMEOUT);
        return answer(outcome);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listDocuments", summary = "List the documents of a knowledge base, ordered by id")
    @APIResponse(responseCode = "200", ref = "KnowledgeDocuments")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<Response> list(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String kb,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "id_cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, KnowledgeRequestValidation.cursor(cursor));
        return documents
                .page(caller.workspaceId(), KnowledgeRequestValidation.named(kb), page.after(), page.limitAndOne())
                .map(found -> Page.of(
                        found.orElseThrow(ProblemException::notFound),
                        page,
                        document -> document,
                        Document::documentId))
                .map(answer -> Response.ok(ProtocolCodec.encode(answer)).build());
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{document_id}")
    @Operation(operationId = "readDocument", summary = "Get the metadata and indexing status of a document")
    @APIResponse(responseCode = "200", ref = "KnowledgeDocument")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<Response> get(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String kb,
            @Parameter(ref = "document_id") @PathParam("document_id") String document) {
        return documents
                .find(
                        caller.workspaceId(),
                        KnowledgeRequestValidation.named(kb),
                        KnowledgeRequestValidation.named(document))
                .map(found -> ok(found.orElseThrow(ProblemException::notFound)));
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{document_id}")
    @Operation(operationId = "deleteDocument", summary = "Delete a document; searches no longer find it")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoKnowledge")
    public Uni<Response> delete(
            @Parameter(ref = "kb_id") @PathParam("kb_id") String kb,
            @Parameter(ref = "document_id") @PathParam("document_id") String document) {
        String workspace = caller.workspaceId();
        String who = caller.keyId();
        return documents
                .delete(workspace, KnowledgeRequestValidation.named(kb), KnowledgeRequestValidation.named(document))
                .chain(deleted -> {
                    if (!deleted) {
                        throw ProblemException.notFound();
                    }
                    return changes.changed(workspace, who, "document.delete", "document/" + kb + "/" + document, null)
                            .replaceWith(Response.noContent().build());
                });
    }

    private DocumentContent taken(InputStream body, String workspace) {
        try {
            return switch (DocumentUpload.read(body, workspace, documents)) {
                case DocumentUpload.Received(DocumentContent content) -> content;
                case DocumentUpload.Empty empty ->
                    throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The document is empty.");
                case DocumentUpload.TooLarge large ->
                    throw new ProblemException(
                            FailureCode.PAYLOAD_TOO_LARGE,
                            "A document has at most " + DocumentUpload.MOST_BYTES / 1024 / 1024 + " MiB.");
            };
        } catch (IOException e) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The document did not come to its end.");
        }
    }

    private Response answer(DocumentWriteOutcome outcome) {
        return switch (outcome) {
            case DocumentWriteOutcome.Created(Document document) -> {
                told("document.create", document);
                yield Response.created(URI.create(KnowledgeBasesResource.PATH + "/" + document.kbId() + "/documents/"
                                + document.documentId()))
                        .entity(ProtocolCodec.encode(document))
                        .build();
            }
            case DocumentWriteOutcome.Replaced(Document document) -> {
                told("document.update", document);
                yield ok(document);
            }
            case DocumentWriteOutcome.Same(Document document) -> {
                told("document.update", document);
                yield ok(document);
            }
            case DocumentWriteOutcome.NoBase none -> throw ProblemException.notFound();
            case DocumentWriteOutcome.TooMany many ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "A knowledge base has at most " + DocumentRepository.MOST + " documents.");
            case DocumentWriteOutcome.TooLarge large ->
                throw new ProblemException(
                        FailureCode.PAYLOAD_TOO_LARGE, "The workspace's quota has no room for this document.");
        };
    }

    private void told(String action, Document document) {
        indexing.nudge();
        changes.changed(
                        caller.workspaceId(),
                        caller.keyId(),
                        action,
                        "document/" + document.kbId() + "/" + document.documentId(),
                        "sha256 " + document.sha256())
                .await()
                .atMost(DocumentUpload.TIMEOUT);
    }

    private static Response ok(Document document) {
        return Response.ok(ProtocolCodec.encode(document)).build();
    }
}
