package dev.agenthost.context.file.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.file.FilePosition;
import dev.agenthost.context.file.FileRepository;
import dev.agenthost.context.file.FileRules;
import dev.agenthost.context.file.FileUpload;
import dev.agenthost.context.file.FileValidation;
import dev.agenthost.context.file.FileWrite;
import dev.agenthost.context.file.NewFile;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestMulti;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Administers the files of the caller's workspace.
 *
 * <p>Errors: a missing name or purpose, an empty body, a limit outside 1 to 100, an invalid cursor (400, names the parameter); more than
 * 10 MiB, or more than the quota of the workspace permits (413); bytes that contradict the declared type (415); an unknown key, or one of
 * another workspace (404, equal answers).
 */
@Path(FilesResource.PATH)
@Tag(name = "files", description = "Files for agents.")
public class FilesResource {
    static final String PATH = "/api/v1/files";

    private final FileRules rules;
    private final FileRepository store;
    private final AuditRecorder changes;
    private final RequestCaller caller;

    public FilesResource(FileRules rules, FileRepository store, AuditRecorder changes, RequestCaller caller) {
        this.rules = rules;
        this.store = store;
        this.changes = changes;
        this.caller = caller;
    }

    /** Runs outside of the event loop, because the body may be large. */
    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Blocking
    @Consumes(MediaType.WILDCARD)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "giveFile", summary = "Create a file; the body is its content")
    @RequestBody(ref = "FileBytes")
    @APIResponse(responseCode = "201", ref = "FileMade")
    @APIResponse(responseCode = "200", ref = "StoredFile")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "415", description = "The content contradicts Content-Type")
    public Uni<Response> give(
            @Parameter(ref = "file_name") @QueryParam("name") @Nullable String name,
            @Parameter(ref = "file_purpose") @QueryParam("purpose") @Nullable String purpose,
            @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType,
            byte[] body) {
        FileUpload given = new FileUpload(name, purpose, contentType, body);
        String who = caller.keyId();
        return switch (rules.validate(caller.workspaceId(), given, who, UUID.randomUUID())) {
            case FileValidation.Valid(NewFile file) ->
                store.put(file).chain(write -> answer(write, file.workspaceId(), who));
            case FileValidation.Invalid(FailureCode code, String field, String why) ->
                throw new ProblemException(code, why, field);
        };
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "listFiles", summary = "List the files of the workspace, newest first")
    @APIResponse(responseCode = "200", ref = "Files")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Page<StoredFile>> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "page_cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest page = PageRequest.of(limit, cursor);
        return store.page(caller.workspaceId(), FileRequestValidation.place(cursor), page.limitAndOne())
                .map(found -> Page.of(
                        found, page, file -> file, file -> FilePosition.of(file).cursor()));
    }

    @GET
    @Path("{file_key}")
    @RequiredRight(AccessRight.READ)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "describeFile", summary = "Get the metadata of a file")
    @APIResponse(responseCode = "200", ref = "StoredFile")
    @APIResponse(responseCode = "404", ref = "NoFile")
    public Uni<StoredFile> describe(@Parameter(ref = "file_key") @RestPath("file_key") String fileKey) {
        return find(caller.workspaceId(), fileKey);
    }

    /** Sends the bytes in pieces; reads the next piece once the client has taken the last one. */
    @GET
    @Path("{file_key}/content")
    @RequiredRight(AccessRight.READ)
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(operationId = "downloadFile", summary = "Read a file")
    @APIResponse(responseCode = "200", ref = "FileContent")
    @APIResponse(responseCode = "304", ref = "Unchanged")
    @APIResponse(responseCode = "404", ref = "NoFile")
    public RestMulti<byte[]> content(
            @Parameter(ref = "file_key") @RestPath("file_key") String fileKey,
            @Parameter(ref = "IfNoneMatch") @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
        String workspace = caller.workspaceId();
        return RestMulti.fromUniResponse(
                find(workspace, fileKey).map(file -> FileDownload.of(store, workspace, file, ifNoneMatch)),
                FileDownload::body,
                FileDownload::headers,
                FileDownload::status);
    }

    @DELETE
    @Path("{file_key}")
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "deleteFile", summary = "Delete a file; runs that were granted it can no longer read it")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoFile")
    public Uni<Void> delete(@Parameter(ref = "file_key") @RestPath("file_key") String fileKey) {
        String workspace = caller.workspaceId();
        String who = caller.keyId();
        return store.delete(workspace, FileRequestValidation.key(fileKey))
                .map(gone -> gone.orElseThrow(FileRequestValidation::notFound))
                .call(gone -> changes.changed(workspace, who, "file.delete", "file/" + gone.fileKey(), null))
                .replaceWithVoid();
    }

    private Uni<StoredFile> find(String workspace, String fileKey) {
        return store.find(workspace, FileRequestValidation.key(fileKey))
                .map(found -> found.orElseThrow(FileRequestValidation::notFound));
    }

    private Uni<Response> answer(FileWrite write, String workspace, String who) {
        return switch (write) {
            case FileWrite.Stored(StoredFile file, boolean isNew) -> {
                Uni<Void> recorded = isNew
                        ? changes.changed(workspace, who, "file.create", "file/" + file.fileKey(), file.sha256())
                        : Uni.createFrom().voidItem();
                Response.ResponseBuilder answer =
                        isNew ? Response.created(URI.create(PATH + "/" + file.fileKey())) : Response.ok();
                yield recorded.replaceWith(answer.entity(file).build());
            }
            case FileWrite.TooManyFiles() -> throw full("The workspace's quota has no room for another file.");
            case FileWrite.TooManyBytes() -> throw full("The workspace's quota has no room for this file.");
        };
    }

    private static ProblemException full(String why) {
        return new ProblemException(FailureCode.PAYLOAD_TOO_LARGE, why);
    }
}
