package dev.agenthost.orchestrator.lifecycle.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.GrantRepository;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Serves the grant of a run, which was frozen when the run began and never changes. A run that reached no runner has none. */
@Path("/api/v1/runs/{run_id}/grant")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class GrantResource {
    private final GrantRepository grants;
    private final RequestCaller caller;

    public GrantResource(GrantRepository grants, RequestCaller caller) {
        this.grants = grants;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readGrant", summary = "Get the grant of a run")
    @APIResponse(responseCode = "200", ref = "Grant")
    @APIResponse(responseCode = "404", ref = "NoGrant")
    public Uni<byte[]> get(@Parameter(ref = "run_id") @PathParam("run_id") String id) {
        RunId run = RunId.read(id).orElseThrow(GrantResource::none);
        return grants.find(new RunKey(caller.workspaceId(), run))
                .map(found -> ProtocolCodec.encode(shown(run, found.orElseThrow(GrantResource::none))));
    }

    /** Omits the prompt, which is part of the configuration and shown there. */
    private static ObjectNode shown(RunId run, GrantRepository.StoredGrant stored) {
        Grant grant = stored.grant();
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("run_id", run.toString());
        shown.put("frozen_at", stored.frozenAt().toString());
        shown.put("sha256", CanonicalGrant.of(grant).sha256());
        shown.set("resources", ProtocolCodec.tree(grant.resources()));
        shown.set("available_apis", ProtocolCodec.tree(grant.apis()));
        ArrayNode scopes = shown.putArray("state_scopes");
        grant.stateKeys().forEach(key -> scopes.add(key.scope().wire()));
        shown.put("conversation_id", grant.conversationId());
        shown.put("thread_id", grant.threadId());
        return shown;
    }

    private static ProblemException none() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such run, or it was allowed nothing yet.");
    }
}
