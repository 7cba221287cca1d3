package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.transcript.EventRecords;
import dev.agenthost.context.transcript.EventRepository;
import dev.agenthost.context.transcript.EventsRequest;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.EventPage;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Serves the events of a conversation to people and programs, in the same form as to runners. Errors: another workspace (404, as if it
 * did not exist); a limit outside 1 to 100, over 100 types, a cursor of another conversation or of a transcript (400, the parameter
 * named).
 */
@Path("/api/v1/workspaces/{workspace}/bots/{bot}/conversations/{conversation}/events")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "transcripts")
public class ConversationEventResource {
    static final String SERIES = "events";
    private static final int MOST_TYPES = 100;

    private final EventRepository events;
    private final Cursors cursors;
    private final EventRecords records;
    private final RequestCaller caller;

    ConversationEventResource(EventRepository events, Cursors cursors, RequestCaller caller) {
        this.events = events;
        this.cursors = cursors.series(SERIES);
        this.records = new EventRecords(this.cursors, cursors);
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(
            operationId = "readEvents",
            summary =
                    "List the events of a conversation, newest first; events of runs and deliveries only if their types are requested")
    @APIResponse(responseCode = "200", ref = "EventPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace")
    public Uni<EventPage> page(
            @Parameter(description = "The id of the workspace. Must be the workspace of the API key.") @RestPath
                    String workspace,
            @Parameter(description = "The id of the bot.") @RestPath String bot,
            @Parameter(description = "The id of the conversation.") @RestPath String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread,
            @Parameter(ref = "event_type") @QueryParam("event_type") List<String> types,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit) {
        caller.requireWorkspace(workspace);
        ConversationRef ref = ConversationRequestValidation.conversation(workspace, bot, conversation, thread);
        if (types.size() > MOST_TYPES || types.contains("")) {
            throw new ProblemException(
                    FailureCode.INVALID_ARGUMENT,
                    "event_type must be a name, at most " + MOST_TYPES + " times.",
                    "event_type");
        }
        types.forEach(type -> ConversationRequestValidation.fitting(type, "event_type"));
        EventsRequest request = new EventsRequest(
                ref,
                types,
                ConversationRequestValidation.position(cursors, ref, cursor, "cursor"),
                PageRequest.limit(limit));
        return events.page(request).map(found -> records.page(request, found));
    }
}
