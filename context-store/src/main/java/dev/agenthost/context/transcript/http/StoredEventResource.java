package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.transcript.EventRecords;
import dev.agenthost.context.transcript.EventRepository;
import dev.agenthost.context.transcript.EventsRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.store.history.EventPageQuestion;
import dev.agenthost.protocol.store.history.EventQuestion;
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

/**
 * Serves events to run-orchestrator on behalf of a runner. As with history, the response contains all entries up to the required positions.
 *
 * <p>Errors: a limit outside 1 to 100, a cursor of another conversation or of a transcript, a NUL (400, names the field).
 */
@Path("/internal/v1/events")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "history")
public class StoredEventResource {
    private final EventRepository events;
    private final ReadYourWritesBarrier awaiting;
    private final ConversationExistenceCheck existing;
    private final Cursors cursors;
    private final EventRecords records;

    StoredEventResource(
            EventRepository events,
            ReadYourWritesBarrier awaiting,
            ConversationExistenceCheck existing,
            Cursors cursors) {
        this.events = events;
        this.awaiting = awaiting;
        this.existing = existing;
        this.cursors = cursors.series(ConversationEventResource.SERIES);
        this.records = new EventRecords(this.cursors, cursors);
    }

    @POST
    @Path("get")
    @Operation(
            operationId = "getEvent",
            summary = "Get an event, inside or outside a conversation",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "EventQuestion")
    @APIResponse(responseCode = "200", ref = "AgentEventRecord")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "No event with this id exists in the conversation")
    @APIResponse(
            responseCode = "503",
            description = "The stored data is not yet complete up to the requested positions; retry the request")
    public Uni<AgentEventRecord> get(EventQuestion question) {
        String eventId = ConversationRequestValidation.fitting(question.eventId(), "event_id");
        String conversationId = question.conversationId();
        if (conversationId == null) {
            String workspace = ConversationRequestValidation.fitting(question.workspaceId(), "workspace_id");
            String bot = ConversationRequestValidation.fitting(question.botId(), "bot_id");
            return awaiting.positions(question.positions(), () -> events.findOutside(workspace, bot, eventId))
                    .map(found -> records.outside(found.orElseThrow(StoredEventResource::missing)));
        }
        ConversationRef conversation = ConversationRequestValidation.conversation(
                question.workspaceId(), question.botId(), conversationId, question.threadId());
        return awaiting.positions(question.positions(), () -> events.find(conversation, eventId))
                .map(found -> records.record(conversation, found.orElseThrow(StoredEventResource::missing)));
    }

    @POST
    @Path("page")
    @Operation(
            operationId = "pageEvents",
            summary = "List the events of a conversation, newest first, in pages",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "EventPageQuestion")
    @APIResponse(responseCode = "200", ref = "EventPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The conversation or thread has no entries")
    @APIResponse(
            responseCode = "503",
            description = "The stored data is not yet complete up to the requested positions; retry the request")
    public Uni<EventPage> page(EventPageQuestion question) {
        ConversationRef conversation = ConversationRequestValidation.conversation(
                question.workspaceId(), question.botId(), question.conversationId(), question.threadId());
        question.eventTypes().forEach(type -> ConversationRequestValidation.fitting(type, "event_types"));
        EventsRequest request = new EventsRequest(
                conversation,
                question.eventTypes(),
                ConversationRequestValidation.position(cursors, conversation, question.beforeCursor(), "before_cursor"),
                question.limit());
        return awaiting.positions(
                        question.positions(),
                        () -> existing.answer(question.existing(), conversation, () -> events.page(request)))
                .map(found -> records.page(request, found));
    }

    private static ProblemException missing() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such event.");
    }
}
