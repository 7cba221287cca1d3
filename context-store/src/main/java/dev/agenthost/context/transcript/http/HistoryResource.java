package dev.agenthost.context.transcript.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.transcript.ArtifactReferenceEnricher;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Serves the history of a conversation to a runner. The response contains all entries up to the required positions: the request waits for
 * them, and fails with a retryable 503 after two seconds.
 *
 * <p>Errors: a limit outside 1 to 100, a cursor of another conversation, a position of a topic that this service does not apply, a reader
 * of another workspace (400, names the field).
 */
@Path("/internal/v1/history/page")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "history")
public class HistoryResource {
    private final PageReader pages;
    private final ReadYourWritesBarrier awaiting;
    private final ConversationExistenceCheck existing;
    private final ArtifactRepository artifacts;

    HistoryResource(
            PageReader pages,
            ReadYourWritesBarrier awaiting,
            ConversationExistenceCheck existing,
            ArtifactRepository artifacts) {
        this.artifacts = artifacts;
        this.pages = pages;
        this.awaiting = awaiting;
        this.existing = existing;
    }

    @POST
    @Operation(
            operationId = "pageHistory",
            summary = "List the messages of a transcript that is complete up to the given positions, in pages",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "HistoryQuestion")
    @APIResponse(responseCode = "200", ref = "HistoryPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The conversation or thread has no entries")
    @APIResponse(
            responseCode = "503",
            description = "The stored data is not yet complete up to the requested positions; retry the request")
    public Uni<HistoryPage> page(HistoryQuestion question) {
        ConversationRef conversation = ConversationRequestValidation.conversation(
                question.workspaceId(), question.botId(), question.conversationId(), question.threadId());
        TranscriptPageRequest request = new TranscriptPageRequest(
                conversation,
                pages.place(conversation, question.beforeCursor(), "before_cursor"),
                pages.place(conversation, question.afterCursor(), "after_cursor"),
                question.limit(),
                question.direction());
        ArtifactOwner reader = question.reader();
        if (reader != null && !StoredText.fits(ProtocolCodec.<JsonNode>tree(reader))) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, "reader " + StoredText.WHY + ".", "reader");
        }
        return awaiting.positions(
                        question.positions(),
                        () -> existing.answer(question.existing(), conversation, () -> pages.read(request)))
                .chain(page -> reader == null ? Uni.createFrom().item(page) : enrich(reader, page));
    }

    private Uni<HistoryPage> enrich(ArtifactOwner reader, HistoryPage page) {
        List<String> requested = ArtifactReferenceEnricher.ids(page);
        return artifacts
                .visibleTo(reader, requested)
                .map(known -> ArtifactReferenceEnricher.enrich(page, requested, known));
    }
}
