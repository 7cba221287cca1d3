package dev.agenthost.context.file.http;

import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.common.MemoryCapacity;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.file.FileRepository;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.FileContent;
import dev.agenthost.protocol.store.artifact.FileQuestion;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Serves the bytes of files to run-orchestrator on behalf of a runner.
 *
 * <p>Errors: a NUL in the workspace (400); an unknown key, a key of another workspace, or a file for a purpose that the request does not
 * name (404, equal answers); more concurrent bytes than this replica buffers (503, retryable).
 */
@Path("/internal/v1/files")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "files")
public class FileBytesResource {
    /** Reserved memory per byte of a file: its bytes, their base64 and the JSON that contains it, until the response is sent. */
    private static final int HELD = 4;

    private final FileRepository store;
    private final MemoryCapacity room;

    public FileBytesResource(FileRepository store, MemoryCapacity room) {
        this.store = store;
        this.room = room;
    }

    @POST
    @Path("read")
    @Operation(
            operationId = "readFile",
            summary = "Read a file",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "FileQuestion")
    @APIResponse(responseCode = "200", ref = "FileBase64")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoFile")
    @APIResponse(responseCode = "503", description = "Too many files are being read at the same time")
    public Uni<FileContent> read(FileQuestion question, @Context RoutingContext request) {
        String workspace = question.workspaceId();
        if (!StoredText.fits(workspace)) {
            throw FileRequestValidation.invalid("workspace_id", StoredText.WHY);
        }
        return store.find(workspace, FileRequestValidation.key(question.fileKey()))
                .map(found -> found.filter(file -> question.purposes().contains(file.purpose()))
                        .orElseThrow(FileRequestValidation::notFound))
                .chain(file -> bytes(workspace, file, request));
    }

    /** Reads the bytes. If they were freed since the file was looked up, the file counts as deleted. */
    private Uni<FileContent> bytes(String workspace, StoredFile file, RoutingContext request) {
        long held = HELD * file.sizeBytes();
        if (!room.take(workspace, held)) {
            throw new ProblemException(FailureCode.HOST_OVERLOADED, "Too many files are read at once.");
        }
        AtomicBoolean freed = new AtomicBoolean();
        Runnable free = () -> {
            if (freed.compareAndSet(false, true)) {
                room.free(workspace, held);
            }
        };
        request.addEndHandler(sent -> free.run());
        if (request.response().ended() || request.response().closed()) {
            // Who asked went away while the file was looked up: nobody tells of that any more.
            free.run();
            throw FileRequestValidation.notFound();
        }
        return store.bytes(workspace, file.sha256(), new ByteRange(0, file.sizeBytes()))
                .map(bytes -> {
                    if (bytes.length != file.sizeBytes()) {
                        throw FileRequestValidation.notFound();
                    }
                    return new FileContent(Base64.getEncoder().encodeToString(bytes));
                });
    }
}
