package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.HistoryPageMapper;
import dev.agenthost.context.transcript.SearchQuery;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.SearchResultMapper;
import dev.agenthost.context.transcript.TranscriptSearch;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
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
 * Searches a conversation for a runner. As with history, the response considers all entries up to the required positions. It omits the
 * message that the run itself answers. A query without any word has no result.
 *
 * <p>Errors: a query that is blank, longer than 1000 characters or contains an invalid character, more than 100 entries, an invalid time
 * (400, names the field).
 */
@Path("/internal/v1/history/search")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "history")
public class TranscriptSearchResource {
    private final TranscriptSearch searches;
    private final Analysis analysis;
    private final ReadYourWritesBarrier awaiting;
    private final ConversationExistenceCheck existing;
    private final SearchResultMapper findings;

    TranscriptSearchResource(
            TranscriptSearch searches,
            Analysis analysis,
            ReadYourWritesBarrier awaiting,
            ConversationExistenceCheck existing,
            Cursors cursors) {
        this.searches = searches;
        this.analysis = analysis;
        this.awaiting = awaiting;
        this.existing = existing;
        this.findings = new SearchResultMapper(analysis, new HistoryPageMapper(cursors));
    }

    @POST
    @Operation(
            operationId = "searchHistory",
            summary = "Search the messages of a conversation, best match first",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "HistorySearchQuestion")
    @APIResponse(responseCode = "200", ref = "HistorySearchResult")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The conversation or thread has no entries")
    @APIResponse(
            responseCode = "503",
            description = "The stored data is not yet complete up to the requested positions; retry the request")
    public Uni<HistorySearchResult> search(HistorySearchQuestion question) {
        ConversationRef conversation = ConversationRequestValidation.conversation(
                question.workspaceId(), question.botId(), question.conversationId(), question.threadId());
        question.filters().roles().forEach(role -> ConversationRequestValidation.fitting(role, "filters.roles"));
        SearchRequest request = new SearchRequest(
                conversation,
                question.query(),
                SearchQuery.parse(analysis, question.query()),
                question.filters(),
                question.topK(),
                question.runId() == null ? null : question.runId().value());
        return awaiting.positions(
                        question.positions(),
                        () -> existing.answer(question.existing(), conversation, () -> searches.find(request)))
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(found -> findings.result(request, found));
    }
}
