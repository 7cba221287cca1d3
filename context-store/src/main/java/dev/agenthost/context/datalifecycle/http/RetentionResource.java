package dev.agenthost.context.datalifecycle.http;

import dev.agenthost.context.datalifecycle.Retention;
import dev.agenthost.context.datalifecycle.RetentionDays;
import dev.agenthost.context.datalifecycle.RetentionRepository;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.http.IfMatch;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedResponse;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Serves the retention of each class of data in the caller's workspace. Errors: days that are no whole number from 1, or more than the
 * operator's maximum, an unknown field (400, the field named); another version (412), no version (428).
 */
@Path("/api/v1/retention")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "retention", description = "Retention of stored data.")
public class RetentionResource {
    private final RetentionRepository retentions;
    private final RetentionRules rules;
    private final RequestCaller caller;

    public RetentionResource(RetentionRepository retentions, RetentionRules rules, RequestCaller caller) {
        this.retentions = retentions;
        this.rules = rules;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readRetention", summary = "Get the retention of each class of data, and its ETag")
    @APIResponse(responseCode = "200", ref = "Retention")
    public Uni<Response> get() {
        return retentions.find(caller.workspaceId()).map(this::answer);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "replaceRetention",
            summary = "Set the retention of each class of data; omitted classes return to the operator's defaults")
    @RequestBody(ref = "Retention")
    @APIResponse(responseCode = "200", ref = "Retention")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> put(
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch, byte[] body) {
        ExpectedVersion expected = IfMatch.required(ifMatch);
        RetentionDays own = RetentionBodies.read(body, rules);
        AuditEntry audit = caller.change().entry("context-store", caller.workspaceId(), "retention.update", null, null);
        return retentions
                .put(caller.workspaceId(), own, expected, audit)
                .map(outcome -> answer(VersionedResponse.done(outcome, "workspace_id")));
    }

    private Response answer(Retention retention) {
        return VersionedResponse.ok(RetentionBodies.of(retention, rules), retention.version());
    }
}
