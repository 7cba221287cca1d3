package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.Upload;
import dev.agenthost.context.artifact.UploadReceiver;
import dev.agenthost.context.artifact.UploadRepository;
import dev.agenthost.context.artifact.UploadRequest;
import dev.agenthost.context.artifact.UploadRules;
import dev.agenthost.context.artifact.UploadStartOutcome;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.context.common.http.RunRequestValidation;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Implements tus 1.0.0 with creation, termination and expiration, the same for people and for runs. Blocks. */
@ApplicationScoped
class TusServer {
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
    private static final Duration SLOWER = Duration.ofSeconds(15);

    private final UploadRules rules;
    private final UploadRepository uploads;
    private final UploadReceiver receiver;
    private final UploadSteps steps;

    /** An upload that began, with the id of the artifact, so that a client can name it before it exists. */
    record Started(String uploadId, String artifactId, Instant expiresAt) {}

    TusServer(UploadRules rules, UploadRepository uploads, UploadReceiver receiver) {
        this.rules = rules;
        this.uploads = uploads;
        this.receiver = receiver;
        this.steps = new UploadSteps(rules, receiver, RETRY_AFTER);
    }

    Response create(Uploader uploader, UploadRequest request, String folder) {
        NewUpload upload = steps.validated(uploader, request, UUID.randomUUID());
        switch (await(uploads.begin(upload))) {
            case UploadStartOutcome.Started() -> {}
            case UploadStartOutcome.Fenced() -> throw fenced();
            case UploadStartOutcome.TooMany() -> throw steps.tooMany();
            case UploadStartOutcome.RateExceeded() ->
                throw new ProblemException(
                        Problem.of(FailureCode.RATE_LIMITED, "Runs of this workspace upload too much at the moment."),
                        SLOWER);
            case UploadStartOutcome.Full() ->
                throw new ProblemException(
                        FailureCode.PAYLOAD_TOO_LARGE, "The workspace has no room for so much.", "Upload-Length");
            case UploadStartOutcome.Invalid() ->
                throw TusHeaders.invalid("Upload-Metadata.metadata", "cannot be stored");
        }
        Upload started = found(uploader, upload.uploadId());
        if (upload.size() == 0) {
            answer(receive(uploader, started, 0, InputStream.nullInputStream()), started);
        }
        Started answer = new Started(upload.uploadId().toString(), upload.artifactId(), started.expiresAt());
        return Response.created(URI.create(folder + "/" + upload.uploadId()))
                .type(MediaType.APPLICATION_JSON)
                .header("Upload-Expires", HttpDate.of(started.expiresAt()))
                .entity(ProtocolCodec.encode(answer))
                .build();
    }

    Response status(Uploader uploader, String id) {
        Upload upload = found(uploader, TusHeaders.id(id));
        return Response.ok()
                .header("Upload-Offset", upload.received())
                .header("Upload-Length", upload.size())
                .header("Upload-Expires", HttpDate.of(upload.expiresAt()))
                .header("Cache-Control", "no-store")
                .build();
    }

    Response append(Uploader uploader, String id, @Nullable String offset, InputStream body) {
        Upload upload = found(uploader, TusHeaders.id(id));
        return answer(receive(uploader, upload, TusHeaders.offset(offset), body), upload);
    }

    Response end(Uploader uploader, String id) {
        if (!await(uploads.drop(uploader, TusHeaders.id(id)))) {
            throw TusHeaders.notFound();
        }
        return Response.noContent().build();
    }

    /** Answers the supported version, extensions and size. */
    Response abilities() {
        return Response.noContent()
                .header("Tus-Version", TusHeaders.VERSION)
                .header("Tus-Extension", "creation,expiration,termination")
                .header("Tus-Max-Size", rules.mostBytes())
                .build();
    }

    private UploadStep receive(Uploader uploader, Upload upload, long offset, InputStream body) {
        try {
            return steps.receive(uploader.workspaceId(), () -> receiver.receive(uploader, upload, offset, body));
        } catch (IOException cut) {
            throw TusHeaders.invalid("The body", "did not come to its end");
        }
    }

    private Upload found(Uploader uploader, UUID id) {
        return await(uploads.find(uploader, id)).orElseThrow(TusHeaders::notFound);
    }

    private static Response answer(UploadStep step, Upload upload) {
        return switch (step) {
            case UploadStep.At(long offset) -> reached(offset, upload);
            case UploadStep.Finished() -> reached(upload.size(), upload);
            case UploadStep.OffsetMismatch() ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "The offset is not the end of the stored bytes; read it with HEAD.",
                        "Upload-Offset");
            case UploadStep.TooSmall() ->
                throw TusHeaders.invalid(
                        "Content-Length", "is too small too often: send at least 64 KiB, except for the last bytes");
            case UploadStep.LengthExceeded() ->
                throw new ProblemException(
                        FailureCode.PAYLOAD_TOO_LARGE, "The body has more bytes than Upload-Length.", "Upload-Length");
            case UploadStep.Invalid(FailureCode code, String field, String why) ->
                throw new ProblemException(code, field + " " + why + ".", "Upload-Metadata." + field);
            case UploadStep.Fenced() -> throw fenced();
            case UploadStep.IdConflict() ->
                throw TusHeaders.invalid("Upload-Metadata.artifact_id", "is that of another artifact of this run");
        };
    }

    private static Response reached(long offset, Upload upload) {
        return Response.noContent()
                .header("Upload-Offset", offset)
                .header("Upload-Expires", HttpDate.of(upload.expiresAt()))
                .build();
    }

    private static ProblemException fenced() {
        return RunRequestValidation.fenced();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(LOCK_TIMEOUT);
    }
}
