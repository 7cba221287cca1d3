package dev.agenthost.orchestrator.projection.http;

import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Lists the views of the graphs of a conversation, for a surface that did not see them come. Another workspace's has none. */
@Path("/api/v1/projections")
@Tag(name = "runs")
@Produces(MediaType.APPLICATION_JSON)
public class GraphViewsResource {
    private static final int LONGEST = 512;

    private final GraphViewRepository repository;
    private final RequestCaller caller;

    /**
     * @param runId the run of the host that has published the view first
     * @param latestRunId the run of the host that has published it last
     */
    public record GraphViewDocument(RunId runId, EventId eventId, RunId latestRunId, UiProjection projection) {
        static GraphViewDocument of(GraphView view) {
            return new GraphViewDocument(
                    view.run().runId(), view.event(), view.latest().runId(), view.projection());
        }
    }

    /** @param items the latest first */
    public record GraphViewList(List<GraphViewDocument> items) {}

    @Inject
    public GraphViewsResource(GraphViewRepository repository, RequestCaller caller) {
        this.repository = repository;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(
            operationId = "listProjections",
            summary = "List the latest view of each graph of actions of a conversation")
    @APIResponse(
            responseCode = "200",
            description = "The views, newest graph first: the newest 50 graphs, and of those that have not ended the "
                    + "newest 50. Empty for an unknown conversation",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "ProjectionList")))
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<byte[]> list(
            @Parameter(description = "The id of the bot of the conversation.", required = true)
                    @QueryParam("bot_id")
                    @Nullable
                    String bot,
            @Parameter(description = "The id of the conversation.", required = true)
                    @QueryParam("conversation_id")
                    @Nullable
                    String conversation,
            @Parameter(description = "The id of the thread. Default: messages outside threads.")
                    @QueryParam("thread_id")
                    @Nullable
                    String thread) {
        String prefix = ConversationKey.prefix(
                caller.workspaceId(), name(bot, "bot_id"), name(conversation, "conversation_id"));
        String inThread = thread == null ? "" : PercentEncoding.encode(name(thread, "thread_id"));
        return repository
                .list(caller.workspaceId(), new ConversationKey(prefix + inThread))
                .map(views -> new GraphViewList(
                        views.stream().map(GraphViewDocument::of).toList()))
                .map(ProtocolCodec::encode);
    }

    private static String name(@Nullable String text, String field) {
        if (text == null || text.isBlank() || text.length() > LONGEST || text.indexOf('\u0000') >= 0) {
            throw new ProblemException(
                    FailureCode.INVALID_ARGUMENT, field + " must be 1 to " + LONGEST + " plain characters.", field);
        }
        return text;
    }
}
