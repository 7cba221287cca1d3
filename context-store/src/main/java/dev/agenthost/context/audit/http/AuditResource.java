package dev.agenthost.context.audit.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.audit.AuditCursors;
import dev.agenthost.context.audit.AuditEntryRepository;
import dev.agenthost.context.audit.AuditFilter;
import dev.agenthost.context.audit.AuditPosition;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Serves the audit of the caller's workspace to callers with the right to configure. An unknown run, conversation or action, or one of
 * another workspace, has an empty page. Errors: an invalid id, a conversation without its bot, a limit outside 1 to 100, a cursor of
 * another filter or workspace (400, the parameter named).
 */
@Path("/api/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "audit", description = "Audit entries.")
public class AuditResource {
    private final AuditEntryRepository entries;
    private final AuditCursors cursors;
    private final RequestCaller caller;

    public AuditResource(AuditEntryRepository entries, AuditCursors cursors, RequestCaller caller) {
        this.entries = entries;
        this.cursors = cursors;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "readAudit", summary = "List the audit entries, newest first, in pages")
    @APIResponse(responseCode = "200", ref = "AuditPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Page<JsonNode>> page(
            @BeanParam AuditQueryParameters parameters,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "audit_cursor") @QueryParam("cursor") @Nullable String cursor) {
        AuditFilter filter = parameters.filter(caller.workspaceId());
        return entries.page(filter, before(filter, cursor), PageRequest.limit(limit))
                .map(found -> {
                    AuditPosition next = found.next();
                    return new Page<>(found.entries(), next == null ? null : cursors.sign(filter, next));
                });
    }

    private AuditPosition before(AuditFilter filter, @Nullable String cursor) {
        return cursor == null
                ? AuditPosition.NEWEST
                : cursors.read(filter, cursor)
                        .orElseThrow(() -> new ProblemException(
                                FailureCode.INVALID_ARGUMENT, "The cursor is not one of this question.", "cursor"));
    }
}
