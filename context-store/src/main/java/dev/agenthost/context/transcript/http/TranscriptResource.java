package dev.agenthost.context.transcript.http;

import dev.agenthost.context.artifact.ReaderPermissions;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.transcript.ArtifactReferenceEnricher;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.history.HistoryDirection;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Serves the transcript of a conversation to people and programs. A conversation without messages is an empty page.
 *
 * <p>Errors: another workspace (404, as if it did not exist); a limit outside 1 to 100, an unknown direction, a cursor of another
 * conversation (400, names the parameter).
 */
@Path("/api/v1/workspaces/{workspace}/bots/{bot}/conversations/{conversation}/transcript")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "transcripts", description = "Messages and events of conversations.")
public class TranscriptResource {
    private static final int DEFAULT_LIMIT = 50;

    private final PageReader pages;
    private final RequestCaller caller;

    public TranscriptResource(PageReader pages, RequestCaller caller) {
        this.pages = pages;
        this.caller = caller;
    }

    /**
     * @param thread the thread; messages outside of threads if absent
     * @param cursor the {@code next_cursor} of the previous page, with the same direction
     * @param limit 1 to 100, 50 if absent
     * @param direction {@code backward} (newest first, the default) or {@code forward}
     */
    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readTranscript", summary = "List the messages of a conversation, in pages")
    @APIResponse(responseCode = "200", ref = "HistoryPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace")
    public Uni<HistoryPage> page(
            @Parameter(description = "The id of the workspace. Must be the workspace of the API key.") @RestPath
                    String workspace,
            @Parameter(description = "The id of the bot.") @RestPath String bot,
            @Parameter(description = "The id of the conversation.") @RestPath String conversation,
            @Parameter(ref = "thread_id") @QueryParam("thread_id") @Nullable String thread,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor,
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "direction") @QueryParam("direction") @Nullable String direction) {
        caller.requireWorkspace(workspace);
        ConversationRef ref = ConversationRequestValidation.conversation(workspace, bot, conversation, thread);
        HistoryDirection way = direction(direction);
        TranscriptPosition place = pages.place(ref, cursor, "cursor");
        boolean backward = way == HistoryDirection.BACKWARD;
        return pages.read(new TranscriptPageRequest(
                        ref, backward ? place : null, backward ? null : place, limit(limit), way))
                .map(page -> ArtifactReferenceEnricher.permitting(page, ReaderPermissions.ALL));
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= TranscriptPageRequest.MOST) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Answered below, like every other limit that is none.
        }
        throw new ProblemException(
                FailureCode.INVALID_ARGUMENT,
                "limit must be a number from 1 to " + TranscriptPageRequest.MOST + ".",
                "limit");
    }

    private static HistoryDirection direction(@Nullable String text) {
        return text == null
                ? HistoryDirection.BACKWARD
                : WireName.find(HistoryDirection.class, text)
                        .orElseThrow(() -> new ProblemException(
                                FailureCode.INVALID_ARGUMENT, "direction must be backward or forward.", "direction"));
    }
}
