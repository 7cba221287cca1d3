package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.Upload;
import dev.agenthost.context.artifact.UploadReceiver;
import dev.agenthost.context.artifact.UploadRepository;
import dev.agenthost.context.artifact.UploadRequest;
import dev.agenthost.context.artifact.UploadRules;
import dev.agenthost.context.artifact.UploadStartOutcome;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/**
 * Stores files of people for event-gateway, which fetched them from a platform. The caller chooses the id of the upload, and the id of the
 * artifact follows from it: a repetition answers with the stored artifact, and one that arrives while the first is on its way continues it.
 *
 * <p>Errors: a parameter that is missing or breaks a rule of uploads (400); a size beyond the limits or the quota (413); bytes that
 * contradict the declared type (415); another request stores the same file (409); too many uploads at once (429, 503).
 */
@Path("/internal/v1/attachments")
@Blocking
@Tag(name = "artifacts")
public class AttachmentResource {
    /** Uploads of people have the id of a key; no key has this one. */
    private static final String UPLOADER = "event-gateway";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final UploadRepository uploads;
    private final UploadReceiver receiver;
    private final UploadSteps steps;
    private final ArtifactRepository artifacts;

    AttachmentResource(
            UploadRules rules, UploadRepository uploads, UploadReceiver receiver, ArtifactRepository artifacts) {
        this.uploads = uploads;
        this.receiver = receiver;
        this.steps = new UploadSteps(rules, receiver, RETRY_AFTER);
        this.artifacts = artifacts;
    }

    @PUT
    @Path("{upload}")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "putAttachment",
            summary = "Store a file of a person's message, once for each upload id",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "AttachmentBytes")
    @APIResponse(responseCode = "200", ref = "ArtifactMetadata")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public ArtifactMetadata put(
            @Parameter(description = "The id of the upload, chosen by the caller.") @RestPath UUID upload,
            @Parameter(description = "Workspace of the message.") @RestQuery("workspace_id") String workspaceId,
            @Parameter(description = "Bot that received the message.") @RestQuery("bot_id") String botId,
            @Parameter(description = "Conversation of the message; runs of it may read the artifact.")
                    @RestQuery("conversation_id")
                    String conversationId,
            @Parameter(description = "Thread of the message; absent for none.") @RestQuery("thread_id") @Nullable
                    String threadId,
            @Parameter(description = "Type of the artifact, such as image or file.") @RestQuery("artifact_type")
                    String artifactType,
            @Parameter(description = "Declared media type; absent if the platform states none.")
                    @RestQuery("mime_type")
                    @Nullable
                    String mimeType,
            @Parameter(description = "Name of the file; absent if the platform states none.")
                    @RestQuery("name")
                    @Nullable
                    String name,
            @Parameter(description = "Length of the body in bytes.") @RestQuery("size") String size,
            InputStream body) {
        if (workspaceId == null || workspaceId.isBlank()) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, "workspace_id is missing.", "workspace_id");
        }
        Map<String, String> metadata = new HashMap<>();
        put(metadata, "bot_id", botId);
        put(metadata, "conversation_id", conversationId);
        put(metadata, "thread_id", threadId);
        put(metadata, "artifact_type", artifactType);
        put(metadata, "mime_type", mimeType);
        put(metadata, "name", name);
        Uploader uploader = new Uploader.Person(workspaceId, UPLOADER, Set.of(Uploader.Person.ANY));
        NewUpload file = steps.validated(uploader, new UploadRequest(size, metadata), upload);
        return stored(file).orElseGet(() -> store(uploader, file, body));
    }

    private static void put(Map<String, String> metadata, String name, @Nullable String value) {
        if (value != null) {
            metadata.put(name, value);
        }
    }

    private Optional<ArtifactMetadata> stored(NewUpload file) {
        return await(artifacts.inWorkspace(file.uploader().workspaceId(), file.artifactId(), file.uploadId()));
    }

    private ArtifactMetadata store(Uploader uploader, NewUpload file, InputStream body) {
        Upload open = await(uploads.find(uploader, file.uploadId())).orElseGet(() -> begin(uploader, file));
        UploadStep step = receive(uploader, open, body);
        return switch (step) {
            case UploadStep.Finished() -> stored(file).orElseThrow(AttachmentResource::conflict);
            case UploadStep.OffsetMismatch() -> stored(file).orElseThrow(AttachmentResource::conflict);
            case UploadStep.IdConflict() -> stored(file).orElseThrow(AttachmentResource::conflict);
            case UploadStep.At at ->
                throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body is shorter than size.", "size");
            case UploadStep.LengthExceeded() ->
                throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body is longer than size.", "size");
            case UploadStep.Invalid(FailureCode code, String field, String why) ->
                throw new ProblemException(code, field + " " + why + ".", field);
            case UploadStep.TooSmall() -> throw conflict();
            case UploadStep.Fenced() -> throw conflict();
        };
    }

    private Upload begin(Uploader uploader, NewUpload file) {
        try {
            switch (await(uploads.begin(file))) {
                case UploadStartOutcome.Started() -> {}
                case UploadStartOutcome.TooMany() -> throw steps.tooMany();
                case UploadStartOutcome.Full() ->
                    throw new ProblemException(
                            FailureCode.PAYLOAD_TOO_LARGE, "The workspace has no room for so much.", "size");
                case UploadStartOutcome.Invalid() ->
                    throw new ProblemException(FailureCode.INVALID_ARGUMENT, "name cannot be stored.", "name");
                case UploadStartOutcome.Fenced() -> throw conflict();
                case UploadStartOutcome.RateExceeded() -> throw conflict();
            }
        } catch (ProblemException refused) {
            throw refused;
        } catch (RuntimeException perhapsBegun) {
            return await(uploads.find(uploader, file.uploadId())).orElseThrow(() -> perhapsBegun);
        }
        return await(uploads.find(uploader, file.uploadId())).orElseThrow(AttachmentResource::conflict);
    }

    /** Continues where an earlier request ended: it had the same bytes. */
    private UploadStep receive(Uploader uploader, Upload open, InputStream body) {
        if (open.finished()) {
            return new UploadStep.OffsetMismatch();
        }
        try {
            return steps.receive(uploader.workspaceId(), () -> {
                body.skipNBytes(open.received());
                return receiver.receive(uploader, open, open.received(), body);
            });
        } catch (IOException cut) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body did not come to its end.", "size");
        }
    }

    private static ProblemException conflict() {
        return new ProblemException(FailureCode.CONFLICT, "Another request stores this file. Try again.", "upload");
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }
}
