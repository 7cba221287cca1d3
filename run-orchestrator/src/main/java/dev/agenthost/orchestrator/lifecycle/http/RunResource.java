package dev.agenthost.orchestrator.lifecycle.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunStatus;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.KeyRole;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Serves the current status of a run. A run that is not admitted yet, or of another workspace, is not found. */
@Path("/api/v1/runs/{run_id}")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class RunResource {
    private final RunRepository repository;
    private final RequestCaller caller;

    @Inject
    public RunResource(RunRepository repository, RequestCaller caller) {
        this.repository = repository;
        this.caller = caller;
    }

    /** Returns the {@link RunView} of the run. */
    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readRun", summary = "Get a run")
    @APIResponse(responseCode = "200", ref = "Run")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<byte[]> get(@Parameter(ref = "run_id") @PathParam("run_id") String id) {
        RunId runId = RunId.read(id).orElseThrow(RunResource::none);
        return repository
                .find(new RunKey(caller.workspaceId(), runId))
                .map(found -> found.orElseThrow(RunResource::none))
                .chain(run -> shown(run, runId))
                .map(ProtocolCodec::encode);
    }

    private Uni<ObjectNode> shown(RunView run, RunId runId) {
        ObjectNode shown = RunDocument.of(run);
        if (run.status() != RunStatus.FAILED || !maySeeErrors(caller.role())) {
            return Uni.createFrom().item(shown);
        }
        return repository.error(new RunKey(caller.workspaceId(), runId)).map(error -> {
            error.ifPresent(text -> shown.withObjectProperty("outcome").put("error", text));
            return shown;
        });
    }

    /** Returns true if the role may cancel runs; such a role may read the runner's failure text. */
    private static boolean maySeeErrors(KeyRole role) {
        return ApiKey.allows(role, AccessRight.CANCEL);
    }

    private static ProblemException none() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such run.");
    }
}
