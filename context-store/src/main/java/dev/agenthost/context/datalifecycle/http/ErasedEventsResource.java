package dev.agenthost.context.datalifecycle.http;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.datalifecycle.ErasedEventRepository;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.ErasedEvent;
import dev.agenthost.protocol.store.ErasedEventsAnswer;
import dev.agenthost.protocol.store.ErasedEventsQuestion;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Lists erased events to services that store data of their runs. Errors: a limit outside 1 to 1,000, a NUL (400). */
@Path("/internal/v1/erased-events")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "erasures")
public class ErasedEventsResource {
    private final ErasedEventRepository events;

    ErasedEventsResource(ErasedEventRepository events) {
        this.events = events;
    }

    @POST
    @Operation(
            operationId = "pageErasedEvents",
            summary = "List the events erased in the last 35 days, in the order of their erasure",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "ErasedEventsQuestion")
    @APIResponse(responseCode = "200", ref = "ErasedEvents")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<ErasedEventsAnswer> page(ErasedEventsQuestion question) {
        @Nullable ErasedEvent after = question.after();
        if (after != null && !StoredText.fits(after.workspaceId())) {
            throw new InvalidFieldException("after.workspace_id", StoredText.WHY);
        }
        return events.page(question);
    }
}
