package dev.agenthost.context.audit.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.audit.AuditCursors;
import dev.agenthost.context.audit.AuditEntries;
import dev.agenthost.context.audit.AuditFilter;
import dev.agenthost.context.audit.AuditPlace;
import dev.agenthost.door.key.Right;
import dev.agenthost.door.key.http.Caller;
import dev.agenthost.door.key.http.Needs;
import dev.agenthost.door.page.Page;
import dev.agenthost.door.page.PageRequest;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
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
 * What was decided and asked for in the caller's workspace, for those who may configure it. A run, conversation or action of which there is
 * nothing, or that is of another workspace, has an empty page. Wrong: an id that is none, a conversation without its bot, a limit outside 1 to
 * 100, a cursor of elsewhere or of another question (400, the parameter named).
 */
@Path("/api/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "audit", description = "What was decided and asked for.")
public class AuditResource {
    private final AuditEntries entries;
    private final AuditCursors cursors;
    private final Caller caller;

    public AuditResource(AuditEntries entries, AuditCursors cursors, Caller caller) {
        this.entries = entries;
        this.cursors = cursors;
        this.caller = caller;
    }

    @GET
    @Needs(Right.CONFIGURE)
    @Operation(operationId = "readAudit", summary = "Entries of the audit, newest first, in pages")
    @APIResponse(responseCode = "200", ref = "AuditPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Page<JsonNode>> page(
            @BeanParam AuditAsked asked,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "audit_cursor") @QueryParam("cursor") @Nullable String cursor) {
        AuditFilter filter = asked.filter(caller.workspaceId());
        return entries.page(filter, before(filter, cursor), PageRequest.limit(limit))
                .map(found -> {
                    AuditPlace next = found.next();
                    return new Page<>(found.entries(), next == null ? null : cursors.sign(filter, next));
                });
    }

    private AuditPlace before(AuditFilter filter, @Nullable String cursor) {
        return cursor == null
                ? AuditPlace.NEWEST
                : cursors.read(filter, cursor)
                        .orElseThrow(() -> new ProblemException(
                                FailureCode.INVALID_ARGUMENT, "The cursor is not one of this question.", "cursor"));
    }
}
