package dev.agenthost.orchestrator.lifecycle.http;

import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Requests the cancellation of a run, also before the run is known. A request may be repeated. */
@Path("/api/v1/runs/{run_id}/cancel")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class CancelResource {
    private static final int REASON_LENGTH = 500;

    private final CancellationRepository repository;
    private final RequestCaller caller;

    /** The optional request body. */
    public record Wish(@Nullable String reason) {}

    /** The stored request: the first one counts. */
    public record CancelAccepted(RunId runId, Instant cancelRequestedAt) {}

    @Inject
    public CancelResource(CancellationRepository repository, RequestCaller caller) {
        this.repository = repository;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.CANCEL)
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "cancelRun",
            summary = "Cancel a run, including one that waits to be continued; the body with a reason is optional")
    @RequestBody(
            required = false,
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "Wish")))
    @APIResponse(responseCode = "202", ref = "CancelKept")
    @APIResponse(responseCode = "400", description = "The reason is too long, or the body is invalid")
    @APIResponse(responseCode = "404", description = "The run_id is not a valid id of a run")
    public Uni<Response> cancel(@Parameter(ref = "run_id") @PathParam("run_id") String runId, @Nullable Wish request) {
        return keep(runId, request == null ? null : request.reason());
    }

    @POST
    @RequiredRight(AccessRight.CANCEL)
    @Consumes(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> cancelWithoutBody(@PathParam("run_id") String runId) {
        return keep(runId, null);
    }

    private Uni<Response> keep(String id, @Nullable String reason) {
        if (reason != null && (reason.length() > REASON_LENGTH || reason.indexOf('\u0000') >= 0)) {
            throw new ProblemException(
                    FailureCode.INVALID_ARGUMENT, "at most " + REASON_LENGTH + " plain characters", "reason");
        }
        RunId runId = runId(id);
        return repository
                .request(new RunKey(caller.workspaceId(), runId), reason)
                .map(at -> Response.accepted(ProtocolCodec.encode(new CancelAccepted(runId, at)))
                        .build());
    }

    private static RunId runId(String text) {
        return RunId.read(text).orElseThrow(() -> new ProblemException(FailureCode.NOT_FOUND, "There is no such run."));
    }
}
