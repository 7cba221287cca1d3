package dev.agenthost.context.history.http;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.offset.Applied;
import dev.agenthost.context.offset.PositionGate;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.store.HistoryQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * A runner's view of its conversation. It never lacks what stands at the positions: the answer waits for them, and after two
 * seconds says 503, to be tried again. Wrong: a limit outside 1 to 100, a cursor of elsewhere, a position of a topic that is not
 * applied here (400, the field named).
 */
@Path("/internal/v1/history/page")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "history")
public class HistoryResource {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Set<String> APPLIED =
            Set.of(Topics.EVENTS, Topics.RUN_RESULTS, Topics.DELIVERY_RECEIPTS, Topics.AUDIT);

    private final PageReader pages;
    private final PositionGate gate;

    public HistoryResource(PageReader pages, PositionGate gate) {
        this.pages = pages;
        this.gate = gate;
    }

    @POST
    @Operation(
            operationId = "pageHistory",
            summary = "A page of a transcript that lacks nothing up to the positions",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "HistoryQuestion")
    @APIResponse(responseCode = "200", ref = "HistoryPage")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "503", description = "It is not stored up to there yet; try again")
    public Uni<HistoryPage> page(HistoryQuestion question) {
        ConversationRef conversation = PageReader.conversation(
                question.workspaceId(), question.botId(), question.conversationId(), question.threadId());
        PageRequest request = new PageRequest(
                conversation,
                pages.place(conversation, question.beforeCursor(), "before_cursor"),
                pages.place(conversation, question.afterCursor(), "after_cursor"),
                question.limit(),
                question.direction());
        return gate.await(known(question.positions()), PATIENCE).chain(applied -> switch (applied) {
            case Applied.YES -> pages.read(request);
            case Applied.NOT_YET -> throw notYet();
        });
    }

    private static List<RecordPosition> known(List<RecordPosition> positions) {
        for (RecordPosition position : positions) {
            if (!APPLIED.contains(position.topic()) || position.partition() >= Topics.PARTITIONS) {
                throw new ProblemException(
                        FailureCode.INVALID_ARGUMENT,
                        "Nothing of " + position.topic() + " is applied here.",
                        "positions");
            }
        }
        return List.copyOf(PositionGate.highest(positions));
    }

    private static ProblemException notYet() {
        return new ProblemException(
                Problem.withStatus(
                        503,
                        FailureCode.RUNTIME_ERROR,
                        "The conversation is not stored up to there yet. Try again.",
                        "positions"),
                Duration.ofSeconds(1));
    }
}
